/** Orders of the mobile application: pending, in delivery, and all. */
import { Ban, Bike, Check, type LucideIcon, Truck, Undo2 } from 'lucide-react';
import type { RowAction, TableColumn, TableDeclaration } from '../../shared/table/declaration.ts';
import { tableScreen } from '../../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../../shared/table/usual-columns.ts';
import { COLLECTED } from '../collected-column.tsx';
import { AskedOfOrder, askOfOrder } from './order-asked.tsx';
import { ORDER_TURNS } from './order-questions.tsx';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  confirm: Check,
  give_to_driver: Bike,
  deliver: Truck,
  return_to_pending: Undo2,
  return_to_confirmed: Undo2,
  cancel: Ban,
};

/** The transitions that the order's state allows, each with its question. */
const actions = (...names: readonly string[]): readonly RowAction[] =>
  ORDER_TURNS.filter(({ name }) => names.includes(name)).map(({ name, permission, from }) => ({
    name,
    label: `document:transitions.${name}`,
    ...(ICONS[name] ? { icon: ICONS[name] } : {}),
    permission: `online_orders/${permission}`,
    shown: ({ status }) => from.some((state) => state === status),
    dangerous: name === 'cancel',
    run: (row, { reload }) => askOfOrder({ row, name, reload }),
  }));

const reference = (field: string, resource: string): TableColumn => ({ field, kind: 'reference', resource });
const CUSTOMER = [
  reference('online_customer_fk', 'online_customers'),
  { field: 'customer_mobile', kind: 'code' },
] as const satisfies readonly TableColumn[];
const WAY = [
  { field: 'customer_address', kind: 'text', width: 200 },
  reference('delivery_zone_fk', 'delivery_zones'),
  reference('driver_fk', 'users'),
] as const satisfies readonly TableColumn[];
const STATUS: TableColumn = {
  field: 'status',
  kind: 'status',
  tones: { pending: 'warning', confirmed: 'info', delivered: 'success', cancelled: 'neutral' },
};
const PAID: readonly TableColumn[] = usual('payment_status', 'total_base');
const CHARGE: readonly TableColumn[] = [
  { field: 'delivery_charge', kind: 'amount', blankZero: true },
  ...usual('outlet_fk'),
];
/** The time of a step, and its actor. */
const step = (name: string): readonly TableColumn[] => [
  { field: `${name}_at`, kind: 'moment' },
  { field: `${name}_by_fk`, kind: 'reference', resource: 'users', nameField: `${name}_by_name`, sortable: false },
];

const FILTERS = [
  ...by('date'),
  { field: 'online_customer_fk', kind: 'lookup', resource: 'online_customers' },
  oneOf('status', ['pending', 'confirmed', 'delivered', 'cancelled']),
  { field: 'delivery_zone_fk', kind: 'lookup', resource: 'delivery_zones' },
  { field: 'driver_fk', kind: 'lookup', resource: 'users' },
  ...by('payment_status', 'customer_fk', 'item_fk', 'outlet_fk'),
] as const satisfies TableDeclaration['filters'];

const ORDERS: TableDeclaration = {
  isDocument: true,
  resource: 'online_orders',
  title: 'sales:online_orders',
  empty: 'sales:online_orders_empty',
  idField: 'id',
  path: '/sales/online-orders',
  columns: [
    ...usual('number'),
    ...CUSTOMER,
    STATUS,
    { field: 'ordered_at', kind: 'moment' },
    ...PAID,
    ...WAY,
    { field: 'accepted_minutes', kind: 'number', sortable: false },
    ...CHARGE,
    ...usual('date'),
  ],
  filters: FILTERS,
  footer: ['total_base'],
  canEdit: false,
  banner: AskedOfOrder,
  inactive: { field: 'status', value: 'cancelled' },
};

export const OnlineOrdersTable = tableScreen({
  ...ORDERS,
  rowActions: actions('confirm', 'give_to_driver', 'deliver', 'return_to_pending', 'cancel'),
});

/** Orders in delivery by drivers. */
export const HomeDeliveryTable = tableScreen({
  ...ORDERS,
  title: 'sales:home_delivery',
  columns: [
    ...usual('number'),
    ...CUSTOMER,
    ...WAY,
    { field: 'confirmed_at', kind: 'moment' },
    { field: 'accepted_minutes', kind: 'number', sortable: false },
    COLLECTED,
    ...PAID,
    ...CHARGE,
    ...usual('note'),
  ],
  canAdd: false,
  extra: { 'filter[status]': 'confirmed' },
  filters: FILTERS.filter(({ field }) => field !== 'status'),
  rowActions: actions('give_to_driver', 'deliver'),
});

export const OrderHistoryTable = tableScreen({
  ...ORDERS,
  title: 'sales:order_history',
  columns: [
    ...usual('number'),
    ...CUSTOMER,
    STATUS,
    ...PAID,
    ...['ordered', 'confirmed', 'given', 'delivered', 'cancelled'].flatMap(step),
    ...WAY,
    ...CHARGE,
  ],
  canAdd: false,
  filters: [
    ...FILTERS,
    ...['confirmed_at', 'delivered_at', 'cancelled_at'].map((field) => ({ field, kind: 'date_range' as const })),
  ],
  rowActions: actions('return_to_confirmed'),
});
