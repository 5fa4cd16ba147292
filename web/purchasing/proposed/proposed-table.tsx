/** The goods of a proposal below the supplier of each order, with quantities and prices that can be changed. */
import { useTranslation } from 'react-i18next';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { GoodsTable } from '../goods-table.tsx';
import type { ProposedOrder } from './proposal.ts';
import {
  FIGURES,
  figureParts,
  figureTone,
  type ItemProps,
  ItemTitle,
  OrderedBox,
  OrderHead,
  PriceField,
  type ProposedProps,
  QuantityField,
} from './proposed-parts.tsx';

const COLUMNS = FIGURES.length + 5;

export function ProposedTable({ orders, ...props }: ProposedProps) {
  const { t } = useTranslation();
  const number = 'number-head px-3 font-medium whitespace-nowrap';
  const heads = (
    <>
      <th className="w-8 px-2">
        <span className="sr-only">{t('proposal:order_it')}</span>
      </th>
      <th className="px-3 text-start font-medium">{fieldLabel('item_fk')}</th>
      {FIGURES.map((name) => (
        <th key={name} className={number}>
          {t(`proposal:${name}`)}
        </th>
      ))}
      <th className={`w-36 ${number}`}>{t('proposal:suggested')}</th>
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

function OrderRows({ order, ...props }: Omit<ProposedProps, 'orders'> & { readonly order: ProposedOrder }) {
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

function ItemRow(props: ItemProps) {
  const { item, changed } = props;
  const isLeftOut = changed.isLeftOut === true;
  return (
    <tr className={`h-(--row-height) border-b border-edge last:border-0 ${isLeftOut ? 'text-ink-muted' : ''}`}>
      <td className="px-2 text-center">
        <OrderedBox {...props} />
      </td>
      <td className="min-w-44 px-3 py-1">
        <ItemTitle item={item} />
      </td>
      {FIGURES.map((figure) => (
        <td key={figure} className={`number-cell px-3 whitespace-nowrap ${figureTone(item, figure)}`}>
          <InUnits parts={figureParts(item, figure)} />
        </td>
      ))}
      <td className="min-w-24 px-2 py-1">
        <QuantityField {...props} />
      </td>
      <td className="px-3 whitespace-nowrap">
        <bdi>{item.unit_name}</bdi>
      </td>
      <td className="min-w-28 px-2 py-1">
        <PriceField {...props} />
      </td>
    </tr>
  );
}
