/** A cost that comes later, or an allowance of the supplier: shared over the ordered goods; the part of sold goods goes to cost. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { laterCosts } from '../../../domain/purchasing/costs/later-costs.ts';
import { LANDED_FIRST } from '../../../domain/purchasing/costs/taken-cost.ts';
import { printMoney, readMoney, smallestUnit } from '../../../domain/values/money.ts';
import { readRate } from '../../../domain/values/rate.ts';
import { command } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { useDueOfForm } from '../../shared/document/fields/due-of-form.ts';
import { MoneyOnForm } from '../../shared/document/fields/money-given.tsx';
import { ShownName } from '../../shared/document/fields/shown-name.tsx';
import { useOtherMoney } from '../../shared/document/fields/use-other-money.ts';
import { inOpenYear } from '../../shared/document/model/in-open-year.ts';
import { lastRate } from '../../shared/document/model/reference-data.ts';
import { usePriorPeriod } from '../../shared/document/prior-period.tsx';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { notifySuccess } from '../../shared/notify/notify.ts';
import { useBusy } from '../../shared/notify/use-busy.ts';
import { useMe } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import { GoodsTable } from '../goods-table.tsx';
import { PageFoot, purchasePage } from '../purchase-page.tsx';
import { ITEM, type ReadPurchase } from '../read-purchase.ts';
import { type Cost, CostFields } from './cost-fields.tsx';
import { rateOfCost } from './cost-rate.ts';
import {
  isSize,
  leftToShare,
  NOTHING_TYPED,
  type ShareBy,
  type SharedLine,
  sharedLines,
  sharing,
  shownShares,
  shownSize,
  type Typed,
  withSize,
} from './cost-shares.ts';
import { CostList } from './later-costs.tsx';

type Entering = 'apply_cost' | 'apply_allowance';

const ApplyCost = ({ purchase }: { purchase: ReadPurchase }) => <EnterCost {...{ purchase }} as="apply_cost" />;
const ApplyAllowance = ({ purchase }: { purchase: ReadPurchase }) => (
  <EnterCost {...{ purchase }} as="apply_allowance" />
);

function EnterCost({ purchase, as }: { purchase: ReadPurchase; as: Entering }) {
  const { t } = useTranslation();
  const { system_currency, currencies } = useMe();
  const isAllowance = as === 'apply_allowance';
  const [cost, setCost] = useState<Cost>({
    date: localToday(),
    cost_type: 'freight',
    amount: '',
    currency_fk: isAllowance ? purchase.currency_fk : system_currency.currency_id,
    share_by: 'value',
    payment_type: 'on_account',
    supplier_fk: isAllowance ? purchase.supplier_fk : null,
    account_fk: null,
    reason: '',
  });
  const { due, onDue, sent } = useDueOfForm({ list: 'suppliers', id: cost.supplier_fk, date: cost.date });
  const [typedRate, setTypedRate] = useState<string>();
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED);
  const { busy, apply, question } = useApplying(purchase, as);
  const unit = smallestUnit(currencies.find(({ currency_id }) => currency_id === cost.currency_fk)?.decimals);
  const lines = sharedLines(purchase);
  const shares = shownShares(lines, cost.share_by, cost.amount, typed, unit);
  const left = leftToShare(cost.amount, shares);
  // A typed rate is no longer the rate of the record.
  const rated = typedRate === undefined ? rateOfCost(purchase, cost, lastRate()) : { rate_fk: null, rate: typedRate };
  const isForeign = cost.currency_fk !== null && cost.currency_fk !== system_currency.currency_id;
  const { currency_fk, payment_type, account_fk, date } = cost;
  const { header, given, type } = useOtherMoney({
    of: { currency_fk, payment_type, account_fk, date, rate: rated.rate },
    direction: 'out',
  });
  const ready =
    left === 0n &&
    cost.date !== '' &&
    isPayable(cost) &&
    (!isAllowance || cost.reason.trim() !== '') &&
    (!isForeign || (readRate(rated.rate ?? '') ?? 0n) > 0n);
  const send = () =>
    apply({ ...cost, ...sharing(lines, cost.share_by, cost.amount, typed, unit), ...rated, ...given, sent });
  const change = (change: Partial<Cost>) => {
    setCost({ ...cost, ...change });
    if (change.currency_fk !== undefined) setTypedRate(undefined);
  };
  return (
    <>
      <CostFields
        {...{ cost, isAllowance, due, onDue }}
        outlet={purchase.outlet_fk}
        rate={isForeign ? (rated.rate ?? '') : undefined}
        onChange={change}
        onRate={setTypedRate}
      >
        <MoneyOnForm header={header} total={cost.amount} onChange={type} />
      </CostFields>
      {laterCosts(purchase).length > 0 && <CostList purchase={purchase} />}
      <SharesTable {...{ lines, shares, typed }} by={cost.share_by} onType={setTyped} />
      <PageFoot action={t(`document:transitions.${as}`)} {...{ busy, ready }} onSend={() => void send()}>
        {left !== undefined && left !== 0n && cost.amount !== '' && (
          <span role="status" className="text-warning-ink">
            {t('purchasing:left_to_share')} <Amount value={printMoney(left)} />
          </span>
        )}
      </PageFoot>
      {question}
    </>
  );
}

function isPayable({ amount, currency_fk, payment_type, account_fk, supplier_fk }: Cost): boolean {
  const paid = payment_type === 'cash' ? account_fk : supplier_fk;
  return (readMoney(amount) ?? 0n) > 0n && paid !== null && currency_fk !== null;
}

/** Sends the cost, in a closed year after a question, and opens the purchase. */
function useApplying(purchase: ReadPurchase, as: Entering) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run } = useBusy();
  const { ask, question } = usePriorPeriod();
  const apply = ({
    cost_type,
    reason,
    sent,
    ...cost
  }: Pick<Cost, 'cost_type' | 'reason' | 'payment_type' | 'account_fk'> & { readonly sent: object }) =>
    run(async () => {
      const body = {
        ...cost,
        ...(as === 'apply_allowance' ? { reason: reason.trim() } : { cost_type }),
        ...(as === 'apply_cost' && cost.payment_type === 'on_account' ? sent : {}),
        account_fk: cost.payment_type === 'cash' ? cost.account_fk : null,
        cost_id: nextCost(purchase),
        revision: purchase.revision,
      };
      const params = { resource: 'purchases', id: purchase.id, transition: as };
      const apply = (requested: object) =>
        command(':resource/:id/:transition', { params, body: { ...body, ...requested } });
      if (!(await inOpenYear(apply, ask))) return;
      notifySuccess(t(as === 'apply_allowance' ? 'purchasing:allowance_entered' : 'purchasing:cost_applied'));
      await forget('purchases');
      void navigate({ to: `/purchases/purchases/${purchase.id}` });
    });
  return { busy, apply, question };
}

interface SharesTableProps {
  readonly lines: readonly SharedLine[];
  readonly shares: readonly (string | undefined)[];
  readonly by: ShareBy;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
}

function SharesTable({ lines, shares, by, typed, onType }: SharesTableProps) {
  const { t } = useTranslation();
  const cell = (column: string, index: number) => t('document:cell', { column, number: index + 1 });
  const size = isSize(by) ? by : undefined;
  const heads = (
    <>
      <th className="px-3 text-start font-medium">{fieldLabel('item_fk')}</th>
      <th className="px-3 text-end font-medium">{fieldLabel('quantity')}</th>
      <th className="px-3 text-end font-medium">{fieldLabel('value')}</th>
      {size && <th className="w-40 px-3 text-end font-medium">{fieldLabel(size)}</th>}
      <th className="w-44 px-3 text-end font-medium">{t('purchasing:share')}</th>
    </>
  );
  return (
    <GoodsTable head={heads}>
      {lines.map((line, index) => (
        <tr key={line.line_id} className="h-(--row-height) border-b border-edge last:border-0">
          <td className="px-3">
            <ShownName field={ITEM} value={line.item_fk} line={{ item_fk: line.item_fk }} />
          </td>
          <td className="px-3 text-end">
            <Amount value={line.count} />
          </td>
          <td className="px-3 text-end">
            <Amount value={line.value} />
          </td>
          {size && (
            <td className="px-3 py-1">
              <AmountField
                ariaLabel={cell(fieldLabel(size), index)}
                decimals={6}
                value={shownSize(line, size, typed)}
                onChange={(text) => onType(withSize(typed, size, line, text))}
              />
            </td>
          )}
          <td className="px-3 py-1 text-end">
            {by === 'hand' ? (
              <AmountField
                ariaLabel={cell(t('purchasing:share'), index)}
                value={typed.shares[line.line_id] ?? ''}
                onChange={(share) => onType({ ...typed, shares: { ...typed.shares, [line.line_id]: share } })}
              />
            ) : (
              <Amount value={shares[index] ?? null} />
            )}
          </td>
        </tr>
      ))}
    </GoodsTable>
  );
}

/** Cost numbers belong to the purchase and are never reused. Parts of landed costs have numbers of their own. */
function nextCost(purchase: ReadPurchase): number {
  const costs = [...purchase.costs, ...laterCosts(purchase)].map((cost) => cost.cost_id);
  return Math.max(0, ...[...costs, ...(purchase.withdrawn ?? [])].filter((cost) => cost < LANDED_FIRST)) + 1;
}

export const ApplyCostScreen = purchasePage('apply_cost', 'purchasing:apply_cost', ApplyCost);
export const ApplyAllowanceScreen = purchasePage('apply_allowance', 'purchasing:apply_allowance', ApplyAllowance);
