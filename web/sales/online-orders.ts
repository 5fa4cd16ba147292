/** Orders of the mobile application: those that wait, those on their way, and all that there were. */
import { Ban, Check, Truck, Undo2 } from 'lucide-react';
import { post } from '../shared/api/client.ts';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { PAYMENT_TONES } from '../shared/document/model/status-tones.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import type { RowAction, TableDeclaration } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

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
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    {
      field: 'status',
      kind: 'status',
      tones: { pending: 'warning', confirmed: 'info', delivered: 'success', cancelled: 'neutral' },
    },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES },
    { field: 'accepted_minutes', kind: 'number' },
    { field: 'delivery_charge', kind: 'amount', blankZero: true },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    { field: 'status', kind: 'option', options: ['pending', 'confirmed', 'delivered', 'cancelled'] },
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
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
