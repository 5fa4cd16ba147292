/** The goods of a proposal below the supplier of each order, with quantities and prices that can be changed. */
import { useTranslation } from 'react-i18next';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { AmountField } from '../shared/form/amount-field.tsx';
import { LookupField } from '../shared/form/lookup-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { useMe } from '../shared/session/session.ts';
import { GoodsTable } from './goods-table.tsx';
import {
  type ChangedItem,
  type Changes,
  orderLines,
  orderTotal,
  type ProposedItem,
  type ProposedOrder,
} from './proposal.ts';

interface ProposedTableProps {
  readonly orders: readonly ProposedOrder[];
  readonly changes: Changes;
  readonly onChange: (item: number, change: ChangedItem) => void;
  /** The supplier of the goods that were never bought. */
  readonly supplier: number | null;
  readonly onSupplier: (supplier: number | null) => void;
}

const FIGURES = ['in_hand', 'on_order', 'minimum', 'sold'] as const;
const COLUMNS = FIGURES.length + 5;

export function ProposedTable({ orders, ...props }: ProposedTableProps) {
  const { t } = useTranslation();
  const number = 'px-3 text-end font-medium whitespace-nowrap';
  const heads = (
    <>
      <th className="w-8 px-2">
        <span className="sr-only">{t('purchasing:proposal.order_it')}</span>
      </th>
      <th className="px-3 text-start font-medium">{fieldLabel('item_fk')}</th>
      {FIGURES.map((name) => (
        <th key={name} className={number}>
          {t(`purchasing:proposal.${name}`)}
        </th>
      ))}
      <th className={`w-36 ${number}`}>{t('purchasing:proposal.suggested')}</th>
      <th className="px-3 text-start font-medium">{fieldLabel('unit_fk')}</th>
      <th className={`w-36 ${number}`}>{fieldLabel('price')}</th>
    </>
  );
  return (
    <GoodsTable head={heads}>
      {orders.map((order) => (
        <OrderRows key={order.key} order={order} {...props} />
      ))}
    </GoodsTable>
  );
}

function OrderRows({ order, ...props }: Omit<ProposedTableProps, 'orders'> & { readonly order: ProposedOrder }) {
  const { changes, onChange } = props;
  return (
    <>
      <tr className="border-b border-edge bg-surface-2">
        <td colSpan={COLUMNS} className="px-3 py-1.5">
          <OrderHead order={order} {...props} />
        </td>
      </tr>
      {order.items.map((item) => (
        <ItemRow
          key={item.item_fk}
          item={item}
          changed={changes[item.item_fk] ?? {}}
          onChange={(change) => onChange(item.item_fk, change)}
        />
      ))}
    </>
  );
}

function OrderHead({
  order,
  changes,
  supplier,
  onSupplier,
}: Omit<ProposedTableProps, 'orders' | 'onChange'> & {
  readonly order: ProposedOrder;
}) {
  const { t } = useTranslation();
  const { currencies } = useMe();
  const lines = orderLines(order, changes);
  const currency = currencies.find(({ currency_id }) => currency_id === order.currency_fk);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {order.supplier_fk === null ? (
        <div className="w-64">
          <LookupField
            label={t('purchasing:proposal.never_bought')}
            resource="suppliers"
            value={supplier}
            onChange={onSupplier}
          />
        </div>
      ) : (
        <h2 className="font-semibold">
          <bdi>{order.supplier_name}</bdi>
        </h2>
      )}
      <span className="text-ink-muted">{t('purchasing:proposal.lines', { number: String(lines.length) })}</span>
      <span className="ms-auto inline-flex items-baseline gap-1 font-medium">
        <Amount value={orderTotal(lines)} decimals={currency?.decimals ?? 0} />
        <bdi className="text-xs text-ink-muted">{currency?.symbol}</bdi>
      </span>
    </div>
  );
}

interface ItemRowProps {
  readonly item: ProposedItem;
  readonly changed: ChangedItem;
  readonly onChange: (change: ChangedItem) => void;
}

function ItemRow({ item, changed, onChange }: ItemRowProps) {
  const { t } = useTranslation();
  const name = item.item_name ?? '';
  const isLeftOut = changed.isLeftOut === true;
  return (
    <tr className={`h-(--row-height) border-b border-edge last:border-0 ${isLeftOut ? 'text-ink-muted' : ''}`}>
      <td className="px-2 text-center">
        <input
          type="checkbox"
          checked={!isLeftOut}
          aria-label={t('purchasing:proposal.order_item', { name })}
          onChange={(event) => onChange({ ...changed, isLeftOut: !event.target.checked })}
        />
      </td>
      <td className="min-w-44 px-3 py-1">
        <bdi>{name}</bdi>
        <span className="flex gap-2 text-xs text-ink-muted">
          <bdi>{item.item_code}</bdi>
          {item.last_purchase !== null && <Day value={item.last_purchase} />}
        </span>
      </td>
      {FIGURES.map((figure) => (
        <td key={figure} className="px-3 text-end whitespace-nowrap">
          <Amount value={item[figure]} />
          {figure === 'in_hand' && <bdi className="ms-1 text-xs text-ink-muted">{item.base_unit_name}</bdi>}
        </td>
      ))}
      <td className="min-w-24 px-2 py-1">
        <AmountField
          ariaLabel={t('purchasing:proposal.quantity_of', { name })}
          value={changed.quantity ?? item.quantity}
          onChange={(quantity) => onChange({ ...changed, quantity })}
          decimals={6}
          disabled={isLeftOut}
        />
      </td>
      <td className="px-3 whitespace-nowrap">
        <bdi>{item.unit_name}</bdi>
      </td>
      <td className="min-w-28 px-2 py-1">
        <AmountField
          ariaLabel={t('purchasing:proposal.price_of', { name })}
          value={changed.price ?? item.price ?? ''}
          onChange={(price) => onChange({ ...changed, price })}
          disabled={isLeftOut}
        />
      </td>
    </tr>
  );
}
