/** The facts of decisions in tests: a shop with two outlets, with dinars as the system currency, and dollars. */

import type { Facts, KnownRecord, OpenItem, RateInForce } from '../../domain/deciding/facts.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';

type Data = Readonly<Record<string, unknown>>;

const unit = (unit_fk: number, base_unit_qty: string, sale_price: string) => ({
  unit_fk,
  base_unit_qty,
  is_base: base_unit_qty === '1',
  is_default: base_unit_qty === '1',
  sale_price,
  barcodes: [],
});
const item = (fields: Data = {}): Data => ({
  item_type: 'goods',
  item_units: [unit(1, '1', '10000'), unit(2, '12', '110000')],
  sale_price_editable: true,
  minimum_price: null,
  weight: null,
  ...fields,
});

const promoted = (fields: Data): Data => ({
  title: 'Spring',
  outlet_fk: null,
  start_date: '2026-03-01',
  end_date: '2026-03-31',
  status: 'active',
  items: [],
  minimum_amount: null,
  currency_fk: null,
  applies: 'once',
  reward_items: [],
  reward_percentage: null,
  reward_amount: null,
  ...fields,
});

export const RECORDS: Readonly<Record<string, Data>> = {
  'system_setting-1': { currency_fk: 1, cash_rounding_step: '250' },
  'financial_year-1': { year_name: '2026', start_date: '2026-01-01', end_date: '2026-12-31' },
  'financial_year-2': { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' },
  'currency-1': { symbol: 'IQD', decimals: 0 },
  'currency-2': { symbol: 'USD', decimals: 2 },
  'currency_rate-4': { date: '2026-03-01', rate: '1490', in_rate: '1480' },
  'outlet-1': { outlet_name: 'Main' },
  'outlet-2': { outlet_name: 'Second' },
  'inventory-1': { outlet_fk: 1 },
  'inventory-2': { outlet_fk: 2 },
  'cash-3': { cash_type: 1, currency_fk: 1, outlet_fk: 1 },
  'cash-5': { cash_type: 1, currency_fk: 2, outlet_fk: null },
  'cash-6': { cash_type: 2, currency_fk: 1, outlet_fk: 2 },
  'cash-15': { cash_type: 2, currency_fk: 2, outlet_fk: 2 },
  'cash-17': { cash_type: 3, currency_fk: 2, outlet_fk: 1 },
  'cash-18': { cash_type: 2, currency_fk: 2, outlet_fk: 1 },
  'cash-20': { cash_type: 1, currency_fk: 1, outlet_fk: 1 },
  'cash-21': { cash_type: 1, currency_fk: 2, outlet_fk: 1 },
  'cash-22': { cash_type: 2, currency_fk: 1, outlet_fk: 1 },
  'user-2': { user_name: 'Two' },
  'user-3': { user_name: 'Three' },
  'stockholder-1': { stockholder_name: 'One', share_percentage: '33.3333' },
  'stockholder-2': { stockholder_name: 'Two', share_percentage: '66.6667' },
  'stockholder-3': { stockholder_name: 'Three', share_percentage: null },
  'fixed_asset-1': { asset_name: 'Van' },
  'customer-7': { consumer_name: 'Seven', overdue_days: null },
  'supplier-8': { consumer_name: 'Eight' },
  'supplier-9': { consumer_name: 'Nine' },
  'unit-1': {},
  'unit-2': {},
  'item-11': item({ weight: '2' }),
  'item-12': item({ weight: '3' }),
  'item-13': item({ item_type: 'service' }),
  'tax-1': { percentage: '10', recoverable: true },
  'tax-2': { percentage: '5', recoverable: false },
  'expense_type-1': {},
  'income_type-1': {},
  'app_setting-1': { accepted_time_minutes: 30, delivery_charge: '3000', free_delivery_amount: '100000' },
  'delivery_zone-1': { zone_name: 'Old town', delivery_charge: '2000', delivery_minutes: 20 },
  'online_customer-1': {
    consumer_name: 'Sara',
    mobile: '0770 111 2233',
    addresses: [{ label: 'Home', address: '12 Citadel street', is_default: true }],
    customer_fk: 7,
    status: 'active',
  },
  'online_customer-2': { consumer_name: 'Karim', mobile: '0770 000 0000', addresses: [], status: 'blocked' },
  'order_cancellation_message-1': { message_text: 'We could not reach you' },
  'order_cancellation_message-2': {
    ...{ message_text: 'Sold out', message_text_ar: 'نفدت الكمية', message_text_ckb: 'نەماوە' },
  },
  'salesman-2': {
    sale_man_name: 'Two',
    commission_type: 'revenue',
    sale_man_commission_percentage: '1',
    sale_man_quota_1: '1000000',
    sale_man_commission_percentage_1: '2',
    sale_man_quota_2: '2000000',
    sale_man_commission_percentage_2: '3',
    sale_man_quota_3: null,
    sale_man_commission_percentage_3: null,
  },
  'salesman-3': { sale_man_name: 'Three', commission_type: 'none' },
  'promotion-1': promoted({
    reward_type: 'get_free',
    items: [{ item_fk: 11, unit_fk: 2, quantity: '1' }],
    applies: 'each_time',
    reward_items: [{ item_fk: 12, unit_fk: 1, quantity: '1' }],
  }),
  'promotion-2': promoted({ reward_type: 'get_discount', minimum_amount: '20000', reward_percentage: '10' }),
  'promotion-3': promoted({ reward_type: 'get_amount', minimum_amount: '20000', reward_amount: '1500' }),
  'ledger_account-4': { account_name: 'Office furniture', heading: 'assets' },
};

export interface Known {
  readonly records?: Readonly<Record<string, Data>>;
  readonly retired?: readonly string[];
  readonly documents?: Readonly<Record<string, unknown>>;
  readonly openItems?: readonly OpenItem[];
  readonly levels?: Readonly<Record<string, string>>;
  /** Permissions of the actor; all of them if undefined. */
  readonly permissions?: readonly string[];
  readonly outlets?: readonly number[];
  /** False when the person has not yet confirmed unusual values. */
  readonly confirmed?: boolean;
  /** True when a person typed the command; false when undefined. */
  readonly isTyped?: boolean;
  /** Newest first; undefined when no rates were read. */
  readonly rates?: readonly RateInForce[];
  readonly firstDay?: string;
  /** `2026-03-20` if undefined. */
  readonly today?: string;
  /** `10:00:00` when omitted. */
  readonly now?: string;
}

/** The time of the facts is 10:00. */
export function shop(known: Known = {}): Facts {
  const records: Readonly<Record<string, Data>> = { ...RECORDS, ...known.records };
  return {
    today: (known.today ?? '2026-03-20') as EffectiveDate,
    now: known.now ?? '10:00:00',
    actor: {
      user_id: 2,
      can: (permission) => known.permissions?.includes(permission) ?? true,
      hasOutlet: (outlet) => known.outlets?.includes(outlet) ?? true,
      hasInventory: () => true,
      hasAllOutlets: true,
      hasRecentProof: true,
    },
    record: <D>(kind: string, id: number): KnownRecord<D> | undefined => {
      const data = records[`${kind}-${id}`];
      return data && { id, active: !known.retired?.includes(`${kind}-${id}`), data: data as D };
    },
    document: <State>(kind: string, id: number) => known.documents?.[`${kind}-${id}`] as State | undefined,
    level: (key) => known.levels?.[key] ?? '0',
    openItems: known.openItems ?? [],
    confirmed: known.confirmed ?? true,
    isTyped: known.isTyped ?? false,
    ...(known.firstDay ? { firstDay: known.firstDay as EffectiveDate } : {}),
    ...(known.rates ? { rateOn: (day) => known.rates?.find(({ date }) => date <= day) } : {}),
  };
}

/** A shop whose dinar has four decimals, so that the tests have costs with fractions. */
export const inTenThousandths = (): Facts => shop({ records: { 'currency-1': { symbol: 'IQD', decimals: 4 } } });

export function openItem(document: string, amount: string, rate: string | null = null, date = '2026-03-01'): OpenItem {
  return { document, date: date as EffectiveDate, amount, rate };
}
