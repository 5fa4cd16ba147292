/** New sale prices from purchase costs: by desired profit, by profit rate, or typed, rounded to a step. */
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printMoney } from '../../domain/values/money.ts';
import { command } from '../shared/api/command.ts';
import { forget } from '../shared/api/query.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { SkeletonLines } from '../shared/controls/states.tsx';
import { ShownName } from '../shared/document/fields/shown-name.tsx';
import { itemQuery } from '../shared/document/model/goods/items.ts';
import { lastRate } from '../shared/document/model/reference-data.ts';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { useBusy } from '../shared/notify/use-busy.ts';
import { stepIn } from '../shared/session/currency-step.ts';
import { useMe } from '../shared/session/session.ts';
import { GoodsTable } from './goods-table.tsx';
import {
  isChanged,
  isWrong,
  type PriceRow,
  priceRows,
  type ShownPrice,
  shownPrice,
  type TypedPrice,
} from './price-rows.ts';
import { PageFoot, purchasePage } from './purchase-page.tsx';
import { ITEM, type ReadPurchase } from './read-purchase.ts';

type AllTyped = Readonly<Record<string, TypedPrice>>;

function ModifySalesPrice({ purchase }: { purchase: ReadPurchase }) {
  const items = [...new Set(purchase.lines.map(({ item_fk }) => item_fk))];
  const found = useQueries({ queries: items.map((id) => ({ ...itemQuery(id), staleTime: 0 })) });
  const [typed, setTyped] = useState<AllTyped>({});
  const [rate, setRate] = useState('');
  const me = useMe();
  const stepOf = (currency: number) => stepIn(currency, me);
  const [step, setStep] = useState(() => printMoney(stepOf(me.system_currency.currency_id)));
  if (found.some(({ isPending }) => isPending)) return <SkeletonLines lines={6} />;
  const known = new Map(items.flatMap((id, index) => (found[index]?.data ? [[id, found[index].data] as const] : [])));
  const rows = priceRows(purchase, known, lastRate()?.out, stepOf);
  const shown = new Map(rows.map((row) => [row.key, shownPrice(row, typed[row.key], rate, step)]));
  return (
    <>
      <Wishes {...{ rate, step }} onRate={setRate} onStep={setStep} />
      <PricesTable {...{ rows, shown, typed }} onType={(key, price) => setTyped({ ...typed, [key]: price })} />
      <Send {...{ purchase, rows, shown, typed, rate, step }} />
    </>
  );
}

interface WishesProps {
  readonly rate: string;
  readonly step: string;
  readonly onRate: (rate: string) => void;
  readonly onStep: (step: string) => void;
}

/** Profit rate and rounding for all rows without typed values. */
function Wishes({ rate, step, onRate, onStep }: WishesProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-3 rounded-lg border border-edge bg-surface-1 p-3 shadow-card">
      <div className="w-48">
        <AmountField label={t('purchasing:rate_of_all')} suffix="%" value={rate} onChange={onRate} autoFocus />
      </div>
      <div className="w-40">
        <AmountField label={t('purchasing:round_to')} value={step} onChange={onStep} />
      </div>
    </div>
  );
}

interface PricesTableProps {
  readonly rows: readonly PriceRow[];
  readonly shown: ReadonlyMap<string, ShownPrice>;
  readonly typed: AllTyped;
  readonly onType: (key: string, price: TypedPrice) => void;
}

const TYPED = [
  ['desired_profit', 'purchasing:desired_profit'],
  ['profit_rate', 'purchasing:profit_rate'],
  ['sale_price', 'purchasing:new_price'],
] as const;

function PricesTable({ rows, shown, typed, onType }: PricesTableProps) {
  const { t } = useTranslation();
  const head = 'px-3 text-end font-medium';
  const heads = (
    <>
      <th className="px-3 text-start font-medium">{fieldLabel('item_fk')}</th>
      <th className="px-3 text-start font-medium">{fieldLabel('unit_fk')}</th>
      <th className={head}>{fieldLabel('unit_cost')}</th>
      <th className={head}>{t('purchasing:present_price')}</th>
      {TYPED.map(([field, label]) => (
        <th key={field} className={`w-36 min-w-28 ${head}`}>
          {t(label)}
        </th>
      ))}
    </>
  );
  return (
    <GoodsTable head={heads}>
      {rows.map((row, index) => {
        const own = shown.get(row.key);
        const changed = own !== undefined && isChanged(row, own);
        const problem = changed && isWrong(row, own, typed[row.key]) ? t('purchasing:price_not_above_zero') : undefined;
        return (
          <tr
            key={row.key}
            className={`h-(--row-height) border-b border-edge last:border-0 ${changed ? 'bg-accent-soft' : ''}`}
          >
            <td className="px-3">
              <ShownName field={ITEM} value={row.item_fk} line={{ item_fk: row.item_fk }} />
            </td>
            <td className="px-3">
              <bdi>{row.unit_name}</bdi>
            </td>
            <td className="px-3 text-end">
              <Amount value={row.cost === undefined ? null : printMoney(row.cost)} />
            </td>
            <td className="px-3 text-end">
              <Amount value={row.price} />
            </td>
            {TYPED.map(([field, label]) => (
              <td key={field} className="px-2 py-1">
                <AmountField
                  ariaLabel={t('document:cell', { column: t(label), number: index + 1 })}
                  value={own?.[field] ?? ''}
                  problem={field === 'sale_price' ? problem : undefined}
                  onChange={(text) => onType(row.key, { field, text })}
                />
              </td>
            ))}
          </tr>
        );
      })}
    </GoodsTable>
  );
}

interface SendProps {
  readonly purchase: ReadPurchase;
  readonly rows: readonly PriceRow[];
  readonly shown: ReadonlyMap<string, ShownPrice>;
  readonly typed: AllTyped;
  readonly rate: string;
  readonly step: string;
}

function Send({ purchase, rows, shown, typed, rate, step }: SendProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run } = useBusy();
  const changed = rows.flatMap((row) => {
    const own = shown.get(row.key);
    return own && isChanged(row, own) ? [{ row, own }] : [];
  });
  const wrong = rows.some((row) => {
    const own = shown.get(row.key);
    return own !== undefined && isWrong(row, own, typed[row.key]);
  });
  const send = () =>
    run(async () => {
      const body = {
        round_to: step === '' ? null : step,
        prices: changed.map(({ row, own }) => ({
          item_fk: row.item_fk,
          unit_fk: row.unit_fk,
          sale_price: own.sale_price,
          ...wishOf(typed[row.key], rate),
        })),
        revision: purchase.revision,
      };
      await command('purchases/:id/modify_sale_price', { params: { id: purchase.id }, body });
      notifySuccess(t('purchasing:prices_set'));
      await Promise.all([forget('purchases'), forget('items')]);
      void navigate({ to: `/purchases/purchases/${purchase.id}` });
    });
  return (
    <PageFoot
      action={t('document:transitions.modify_sale_price')}
      busy={busy}
      ready={changed.length > 0 && !wrong}
      onSend={() => void send()}
    >
      <span role="status" className="text-ink-muted">
        {t('purchasing:prices_changed', { number: changed.length })}
      </span>
    </PageFoot>
  );
}

/** The source of the price, when it was not typed itself. */
function wishOf(typed: TypedPrice | undefined, rate: string) {
  if (typed?.field === 'sale_price') return {};
  if (typed) return { [typed.field]: typed.text };
  return rate === '' ? {} : { profit_rate: rate };
}

export const ModifySalesPriceScreen = purchasePage(
  'modify_sale_price',
  'purchasing:modify_sales_price',
  ModifySalesPrice,
);
