/**
 * What documents hold besides what their bodies say, by their kind: facts that the server adds to what was entered, and
 * what happened to the document since. The API document names these fields; a test holds it against the golden samples
 * and against what the API answers.
 */
import { type TSchema, Type } from 'typebox';
import { Nullable } from './kernel/fields.schema.ts';
import { fields, list, object, shownFields, together } from './kernel/held-fields.schema.ts';
import { SaleBody } from './sales/sale.schema.ts';

type Properties = Readonly<Record<string, TSchema>>;

interface Held {
  /** Beside the body, in it and in its lists. */
  readonly data?: Properties;
  /** What happened since; `data` is the document's own data, of which a payment holds a copy. */
  readonly since?: (data: TSchema) => Properties;
}

const ALLOCATED = 'document document_number date amount open_amount rate';
const allocations = list(
  `outlet_fk customer_fk supplier_fk purchase_fk transaction_type currency_fk system_currency_fk rate_fk rate allocation_id
  transaction_date date time open_amount standing`,
  { allocations: list(ALLOCATED) },
);
const quantities = () => list('line_id quantity');
const owedBefore = () => list('supplier_fk currency_fk amount');
const receiptFields = (more: Properties) =>
  fields('receipt date time', { before: quantities(), after: quantities(), ...more });
const receipts = (more: Properties) => Nullable(Type.Array(Type.Object(receiptFields(more))));
const paid = (more: Properties) => ({ payment: object('date time account_fk account_type', more) });
const transit: Held = {
  data: fields('', { lines: list('unit_factor returned_before') }),
  since: () => ({ receipts: receipts({ missing: quantities() }) }),
};
const cost = 'account_type';
const making: Held = {
  data: fields('', {
    costs: list(cost),
    lines: list('line_id role item_fk unit_fk unit_factor quantity share weight'),
  }),
};
const priced = 'item_type unit_factor';
const money: Held = { data: fields('account_type') };
const drawerAccount =
  'account_fk account_type safe_account_fk safe_account_type currency_fk rate_fk rate float_amount expected_amount counted_amount left_amount';

const HELD: Readonly<Record<string, Held>> = {
  app_settlement: { data: fields('currency_fk account_type') },
  asset_disposal: { data: fields('', { lines: list('unit_factor') }) },
  asset_purchase: money,
  capital_transaction: money,
  cash_transfer: { data: fields('from_account_type to_account_type currency_fk to_currency_fk') },
  conversion: making,
  customer_transaction: { data: fields('supplier_fk account_type'), since: () => ({ allocations }) },
  depreciation: { data: fields('currency_fk amount', { lines: list('line_id fixed_asset_fk month_number amount') }) },
  direct_adjustment: { data: fields('', { lines: list('unit_factor') }) },
  dividend: { data: fields('currency_fk', { lines: list('line_id') }), since: (dividend) => paid({ dividend }) },
  drawer: {
    data: fields('', { accounts: list('account_type safe_account_type currency_fk') }),
    since: () => ({
      payouts: list('payout_id outlet_fk system_currency_fk date time expense_type_fk amount note', {
        account: object(drawerAccount),
      }),
      count: object('date time', { accounts: list('account_fk counted_amount') }),
      closing: object('closing outlet_fk system_currency_fk date time', { accounts: list(drawerAccount) }),
      ...fields('closings'),
    }),
  },
  expense: money,
  general_journal: { data: fields('currency_fk amount') },
  income: money,
  inventory_adjustment: { data: fields('is_timed counted_by', { lines: list('unit_factor') }) },
  item_pricing: { since: () => ({ prices: list('item_fk unit_fk former_price new_price') }) },
  online_order: {
    data: fields('account_type rounding_step', {
      lines: list(priced),
      prepayment: object('account_type date time'),
    }),
    since: () => ({
      ...fields('reserves accepted_minutes'),
      delivery: object('', { sale: dataOf('sale', SaleBody), prepaid: object('amount date') }),
      cancelled: object('reason order_cancellation_message_fk message', {
        refund: object('outlet_fk customer_fk currency_fk system_currency_fk rate date time', {
          prepayment: object('amount account_fk account_type date time'),
        }),
      }),
    }),
  },
  opening_balance: {
    data: fields('first_day date', {
      cashes: list('account_type currency_fk'),
      stock: list('line_id unit_factor'),
      // Of an account that people made, what all of them are called.
      accounts: list('', { account: Nullable(Type.String()) }),
    }),
  },
  payroll: {
    data: fields('currency_fk amount', { lines: list('line_id amount') }),
    since: (payroll) => paid({ payroll }),
  },
  pos_sale: {
    data: fields(
      `currency_fk delivery_charge rounding_step change_amount change_account_fk change_account_type is_late`,
      { payments: list('currency_fk account_type'), lines: list(priced) },
    ),
    since: (receipt) => ({ refund: object('drawer_fk date time account_fk account_type reason', { receipt }) }),
  },
  production: making,
  purchase: {
    data: fields('account_type', {
      costs: list(cost),
      lines: list('unit_factor unit_weight tax_recoverable'),
    }),
    since: () => ({
      receipts: receipts({ owed_before: owedBefore() }),
      applied: list('outlet_fk inventory_fk system_currency_fk purchase_date receipt date time', {
        cost: object(
          'cost_id cost_type amount currency_fk rate_fk rate payment_type supplier_fk account_fk account_type note share_by',
          { shares: list('line_id amount') },
        ),
        shares: list('line_id amount item_fk'),
        owed_before: owedBefore(),
      }),
      before_bill: Nullable(Type.Array(Type.Integer())),
      bills: list('date time reference_number', { receipts: receipts({}), owed_before: owedBefore() }),
    }),
  },
  purchase_order: {
    data: fields('', { lines: list('unit_factor bonus_quantity') }),
    since: () => ({
      ...fields('closed_by'),
      payments: list(
        `payment_id outlet_fk supplier_fk currency_fk system_currency_fk rate order_date date time amount account_fk
        account_type standing`,
      ),
      purchases: list('purchase_fk', { lines: list('line_id base_quantity') }),
      allocations,
      delivered: quantities(),
    }),
  },
  purchase_return: {
    data: fields('purchase_date account_type open_amount settled_amount', {
      lines: list(
        `unit_factor tax_recoverable returned_before bonus_returned_before gross_amount discount_amount tax_amount
        net_base tax_base goods_base`,
      ),
    }),
  },
  quotation: { data: fields('rounding_step', { lines: list(priced) }), since: () => fields('sale_fk') },
  recalculation: { since: () => ({ plan: object('position digest', { differences: Type.Integer() }) }) },
  remittance: { data: fields('account_type currency_fk'), since: (remittance) => paid({ remittance }) },
  revaluation: {
    data: fields('next_day currency_fk in_rate out_rate position amount', {
      balances: list('account party currency_fk foreign_amount base rate'),
    }),
  },
  sale: {
    data: fields('account_type rounding_step quotation_fk', {
      costs: list(cost),
      promotions: list('reward_type times amount'),
      lines: list(priced),
    }),
    since: () => ({ delivered: quantities() }),
  },
  sale_return: {
    data: fields('sale_date account_type rounding_step settled_amount open_amount salesman_fk', {
      lines: list(`${priced} gross_amount discount_amount tax_amount returned_before bonus_returned_before`),
    }),
  },
  sale_transfer: transit,
  sale_transfer_return: transit,
  salesman_commission: {
    data: fields('from_date previous_salesman_commission_fk known_position currency_fk commission_type basis amount', {
      slices: list('above percentage'),
      sources: list('source amount'),
    }),
    since: () => ({
      payment: object('outlet_fk salesman_fk currency_fk system_currency_fk amount date time account_fk account_type'),
    }),
  },
  stock_transfer: transit,
  supplier_transaction: { data: fields('customer_fk account_type'), since: () => ({ allocations }) },
  year_close: {
    data: fields('start_date date'),
    since: () => ({
      books: object('position', {
        rules: object('posting costing read_models'),
        digests: object('trial_balance stock subledgers'),
        balances: list('account outlet_fk currency_fk base foreign_amount'),
        previous: object('year_close_fk position', { digests: object('trial_balance stock subledgers') }),
        differences: list('account outlet_fk currency_fk before after'),
      }),
    }),
  },
};

/** What every document has of its books' currency, and what a prior-period adjustment says of its day. */
const OF_ALL = fields('system_currency_fk decimals true_date');

/** What a document of this kind says and holds, as another keeps a copy of it. */
function dataOf(kind: string, body: { readonly properties: Properties }): TSchema {
  const { status: _asked, ...said } = body.properties;
  return Nullable(Type.Object(together(shownFields(said), shownFields(heldData(kind)))));
}

export function heldData(kind: string): Properties {
  return { ...OF_ALL, ...HELD[kind]?.data };
}

export function heldSince(kind: string, data: TSchema): Properties {
  return { ...fields('number'), ...HELD[kind]?.since?.(data) };
}
