/** Orders of the mobile application: those that wait, those on their way, and all that there were. */
import { Ban, Check, Truck, Undo2 } from 'lucide-react';
import { post } from '../shared/api/client.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import type { RowAction, TableDeclaration } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

/** A transition of the order, while it has one of these states. */
const turn = (name: string, icon: RowAction['icon'], permission: string, from: readonly string[]): RowAction => ({
  name,
  label: `sales:order_actions.${name}`,
  ...(icon ? { icon } : {}),
  permission: `online_orders/${permission}`,
  shown: (row) => from.includes(String(row['status'])),
  ...(name === 'cancel' ? { confirm: 'sales:confirm_cancel', dangerous: true } : {}),
  run: async (row, { reload }) => {
    const undoes = name === 'cancel' || name.startsWith('return');
    const body = { revision: row['revision'], ...(undoes ? { reason: null } : {}) };
    const answer = await post(`online_orders/${row['id']}/${name}`, body);
    if (answer.message) notifySuccess(answer.message);
    await reload();
  },
});

const ORDERS: TableDeclaration = {
  isDocument: true,
  resource: 'online_orders',
  title: 'sales:online_orders',
  empty: 'sales:online_orders_empty',
  idField: 'id',
  path: null,
  columns: [
    ...usual('number', 'date', 'customer_fk'),
    {
      field: 'status',
      kind: 'status',
      tones: { pending: 'warning', confirmed: 'info', delivered: 'success', cancelled: 'neutral' },
    },
    ...usual('payment_status'),
    { field: 'accepted_minutes', kind: 'number' },
    { field: 'delivery_charge', kind: 'amount', blankZero: true },
    ...usual('total_base', 'outlet_fk'),
  ],
  filters: [
    ...by('date', 'customer_fk'),
    oneOf('status', ['pending', 'confirmed', 'delivered', 'cancelled']),
    ...by('outlet_fk'),
  ],
  footer: ['total_base'],
  canAdd: false,
  canEdit: false,
  inactive: { field: 'status', value: 'cancelled' },
};

const CONFIRM = turn('confirm', Check, 'receive', ['pending']);
const DELIVER = turn('deliver', Truck, 'home_delivery', ['confirmed']);
const CANCEL = turn('cancel', Ban, 'destroy', ['pending', 'confirmed']);
const BACK = turn('return_to_pending', Undo2, 'receive', ['confirmed']);
const NOT_DELIVERED = turn('return_to_confirmed', Undo2, 'home_delivery', ['delivered']);

export const OnlineOrdersTable = tableScreen({ ...ORDERS, rowActions: [CONFIRM, DELIVER, BACK, CANCEL] });

/** What the drivers bring. */
export const HomeDeliveryTable = tableScreen({
  ...ORDERS,
  title: 'sales:home_delivery',
  extra: { 'filter[status]': 'confirmed' },
  filters: (ORDERS.filters ?? []).filter(({ field }) => field !== 'status'),
  rowActions: [DELIVER],
});

export const OrderHistoryTable = tableScreen({ ...ORDERS, title: 'sales:order_history', rowActions: [NOT_DELIVERED] });
