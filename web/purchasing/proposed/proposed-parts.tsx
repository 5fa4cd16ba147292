/** The parts that the table and the cards of a proposal share: the head of an order, and the entered fields of an item. */
import { useTranslation } from 'react-i18next';
import { Amount, Day } from '../../shared/controls/amount.tsx';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { taxPercent, useReferenceData } from '../../shared/document/model/reference-data.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { LookupField } from '../../shared/form/fields/lookup-field.tsx';
import { useMe } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import {
  type ChangedItem,
  type Changes,
  orderLines,
  orderTotal,
  type ProposedItem,
  type ProposedOrder,
} from './proposal.ts';

export interface ProposedProps {
  readonly orders: readonly ProposedOrder[];
  readonly changes: Changes;
  readonly onChange: (item: number, change: ChangedItem) => void;
  /** The supplier of the goods that were never bought. */
  readonly supplier: number | null;
  readonly onSupplier: (supplier: number | null) => void;
}

export interface ItemProps {
  readonly item: ProposedItem;
  readonly changed: ChangedItem;
  readonly onChange: (change: ChangedItem) => void;
}

/** Of an item, in base units, in the order of the formula above the table. */
export const FIGURES = ['sold', 'minimum', 'reserved', 'in_hand', 'on_order', 'on_the_way'] as const;

/** Figures that change nothing are muted, so that a reader finds those that do. */
export const figureTone = (item: ProposedItem, figure: (typeof FIGURES)[number]): string =>
  item[figure] === '0' ? 'text-ink-muted' : '';

export const figureParts = (item: ProposedItem, figure: (typeof FIGURES)[number]) =>
  figure === 'in_hand' ? item.in_units : item[`${figure}_in_units`];

interface OrderHeadProps extends Omit<ProposedProps, 'orders' | 'onChange'> {
  readonly order: ProposedOrder;
}

export function OrderHead({ order, changes, supplier, onSupplier }: OrderHeadProps) {
  const { t } = useTranslation();
  const { currencies } = useMe();
  useReferenceData();
  const lines = orderLines(order, changes);
  const currency = currencies.find(({ currency_id }) => currency_id === order.currency_fk);
  const decimals = currency?.decimals ?? 0;
  const total = orderTotal(lines, decimals, (tax) => taxPercent(tax, localToday()));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {order.supplier_fk === null ? (
        <div className="w-64">
          <LookupField label={t('proposal:never_bought')} resource="suppliers" value={supplier} onChange={onSupplier} />
        </div>
      ) : (
        <h2 className="font-semibold">
          <bdi>{order.supplier_name}</bdi>
        </h2>
      )}
      <span className="text-ink-muted">{t('proposal:lines', { number: String(lines.length) })}</span>
      <span className="ms-auto inline-flex items-baseline gap-1 font-medium">
        <Amount value={total} decimals={decimals} />
        <bdi className="text-xs text-ink-muted">{currency?.symbol}</bdi>
      </span>
    </div>
  );
}

export function OrderedBox({ item, changed, onChange }: ItemProps) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      checked={changed.isLeftOut !== true}
      aria-label={t('proposal:order_item', { name: item.item_name ?? '' })}
      onChange={(event) => onChange({ ...changed, isLeftOut: !event.target.checked })}
      className="size-4 align-middle accent-accent"
    />
  );
}

export function ItemTitle({ item }: Pick<ItemProps, 'item'>) {
  const { t } = useTranslation();
  return (
    <>
      <bdi>{item.item_name ?? ''}</bdi>
      <span className="flex gap-2 text-xs text-ink-muted">
        <bdi>{item.item_code}</bdi>
        {item.last_purchase !== null && <Day value={item.last_purchase} />}
      </span>
      {item.maximum !== null && (
        <span className="text-xs text-ink-muted">
          {t('proposal:filled_up_to')} <InUnits parts={item.maximum_in_units} />
        </span>
      )}
      {item.elsewhere !== '0' && !item.has_own_minimum && (
        <span className="inline-flex gap-1 rounded-sm bg-warning px-1.5 text-xs text-warning-ink">
          {t('proposal:elsewhere')}
          <span>
            <InUnits parts={item.elsewhere_in_units} />
          </span>
        </span>
      )}
    </>
  );
}

export function QuantityField({ item, changed, onChange }: ItemProps) {
  const { t } = useTranslation();
  return (
    <AmountField
      ariaLabel={t('proposal:quantity_of', { name: item.item_name ?? '' })}
      value={changed.quantity ?? item.quantity}
      onChange={(quantity) => onChange({ ...changed, quantity })}
      decimals={6}
      disabled={changed.isLeftOut === true}
    />
  );
}

export function PriceField({ item, changed, onChange }: ItemProps) {
  const { t } = useTranslation();
  return (
    <AmountField
      ariaLabel={t('proposal:price_of', { name: item.item_name ?? '' })}
      value={changed.price ?? item.price ?? ''}
      onChange={(price) => onChange({ ...changed, price })}
      disabled={changed.isLeftOut === true}
    />
  );
}
