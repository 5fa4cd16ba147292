/** Common columns and filters of tables, declared by field. */
import { numberColumn } from '../document/fields/number-column.tsx';
import { PAYMENT_TONES, RECEIVED_TONES, STATUS_TONES } from '../document/model/status-tones.ts';
import type { NamedColumn, TableColumn, TableFilter } from './declaration.ts';

/** The resource that each field references. */
const REFERENCES = {
  account_fk: 'cashes',
  asset_type_fk: 'asset_types',
  category_fk: 'categories',
  city_fk: 'cities',
  collection_fk: 'collections',
  currency_fk: 'currencies',
  customer_fk: 'customers',
  customer_group_fk: 'customer_groups',
  expense_type_fk: 'expense_types',
  from_account_fk: 'cashes',
  income_type_fk: 'income_types',
  inventory_fk: 'inventories',
  item_fk: 'items',
  mixture_fk: 'mixtures',
  outlet_fk: 'outlets',
  pricing_profile_fk: 'pricing_profiles',
  role_fk: 'roles',
  salesman_fk: 'salesmen',
  stockholder_fk: 'stockholders',
  supplier_fk: 'suppliers',
  to_account_fk: 'cashes',
  to_inventory_fk: 'inventories',
  to_outlet_fk: 'outlets',
  unit_fk: 'units',
  user_fk: 'users',
} as const;

const COLUMNS = {
  number: numberColumn,
  date: { kind: 'date' },
  due_date: { kind: 'date' },
  from_date: { kind: 'date' },
  to_date: { kind: 'date' },
  received_date: { kind: 'date' },
  start_date: { kind: 'date' },
  end_date: { kind: 'date' },
  time: { kind: 'text' },
  status: { kind: 'status', tones: STATUS_TONES },
  payment_status: { kind: 'status', tones: PAYMENT_TONES },
  received_status: { kind: 'status', tones: RECEIVED_TONES },
  payment_type: { kind: 'option' },
  transaction_type: { kind: 'option' },
  quantity: { kind: 'number' },
  total: { kind: 'amount' },
  total_base: { kind: 'amount', currency: 'system' },
  remaining: { kind: 'amount', blankZero: true },
  loss_amount: { kind: 'amount', currency: 'system', sortable: false, blankZero: true },
  pending_amount: { kind: 'amount', currency: 'system' },
  reference_number: { kind: 'text' },
  note: { kind: 'text' },
  code: { kind: 'code' },
  email: { kind: 'code' },
  mobile: { kind: 'code' },
  is_active: { kind: 'boolean' },
  is_cashier: { kind: 'boolean' },
  attachments: { kind: 'pictures', sortable: false },
  images: { kind: 'pictures', sortable: false },
} as const satisfies Readonly<Record<string, Omit<TableColumn, 'field'>>>;

const FILTERS = {
  date: { kind: 'date_range' },
  due_date: { kind: 'date_range' },
  total: { kind: 'amount_range' },
  total_base: { kind: 'amount_range' },
  is_active: { kind: 'boolean' },
  is_cashier: { kind: 'boolean' },
  written_off: { kind: 'boolean' },
  charged: { kind: 'boolean' },
  payment_type: { kind: 'option', options: ['cash', 'on_account'] },
  payment_status: { kind: 'option', options: ['paid', 'partially_paid', 'unpaid'] },
  received_status: { kind: 'option', options: ['not_received', 'partially_received', 'received'] },
} as const satisfies Readonly<Record<string, Omit<TableFilter, 'field'>>>;

type Reference = keyof typeof REFERENCES;

const isReference = (field: string): field is Reference => field in REFERENCES;

/** `usual('number', 'date', 'status')`: common columns with their labels and kinds. */
export function usual<Field extends keyof typeof COLUMNS | Reference>(
  ...fields: readonly Field[]
): NamedColumn<Field>[];
export function usual(...fields: readonly (keyof typeof COLUMNS | Reference)[]): TableColumn[] {
  return fields.map((field) =>
    isReference(field) ? { field, kind: 'reference', resource: REFERENCES[field] } : { field, ...COLUMNS[field] },
  );
}

/** `by('date', 'customer_fk')`: filters by these fields. */
export const by = (...fields: readonly (keyof typeof FILTERS | Reference)[]): TableFilter[] =>
  fields.map((field) =>
    isReference(field) ? { field, kind: 'lookup', resource: REFERENCES[field] } : { field, ...FILTERS[field] },
  );

/** A filter by one value of a field, labelled as those of the field. */
export const oneOf = (field: string, options: readonly string[]): TableFilter => ({ field, kind: 'option', options });

/** Columns of a name in the other languages; the column of the name itself is in the person's language. */
export const inLanguages = (field: string): TableColumn[] => [
  { field: `${field}_en`, kind: 'text', label: 'table:in_english', sortable: false, notIn: 'en' },
  { field: `${field}_ar`, kind: 'text', notIn: 'ar' },
  { field: `${field}_ckb`, kind: 'text', notIn: 'ckb' },
];
