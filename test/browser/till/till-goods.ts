/** The catalogue of the till in the selling tests, in the format of `GET till/catalogue`. */
const unit = (unit_fk: number, base_unit_qty: string, sale_price: string, ...barcodes: string[]) => ({
  ...{ unit_fk, base_unit_qty, sale_price, barcodes },
  ...{ is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
});

const item = (id: number, name: string, ckb: string, units: readonly object[], more: object = {}) => ({
  ...{ id, item_name: name, item_name_ar: null, item_name_ckb: ckb, item_code: String(id), item_type: 'goods' },
  ...{ category_fk: 1, sub_category_fk: null, brand_fk: null, tax_fk: null, price_currency_fk: null },
  ...{ item_units: units, item_prices: [], sale_price_editable: true, minimum_price: null, maximum_discount: null },
  ...{ has_expire: false, has_batch_number: false, images: [], is_active: true },
  ...{ categories: [1], image: null, stock: '25', ...more },
});

export const TEA = '6291041500213';
export const SUGAR = '6291041500220';
export const MEDICINE = '6291041500237';
/** The label of a scale could have this code. */
export const RICE = '2000000000022';

const batch = (batch_number: string, expire_date: string, quantity: string) => ({
  ...{ batch_number, expire_date, quantity },
});

const ITEMS = [
  item(11, 'Ahmad tea 500 g', 'چای ئەحمەد ٥٠٠ گم', [unit(1, '1', '6500', TEA), unit(2, '12', '75000')]),
  item(12, 'Sugar 1 kg', 'شەکر ١ کگم', [unit(1, '1', '1250', SUGAR)], { maximum_discount: '10' }),
  item(13, 'Basmati rice 5 kg', 'برنجی بەسمەتی ٥ کگم', [unit(1, '1', '12750', RICE)], { tax_fk: 1 }),
  // The reward of the promotion is not among the goods that the grid shows first.
  item(14, 'Sunflower oil 1 l', 'ڕۆنی گوڵەبەڕۆژە ١ ل', [unit(1, '1', '3250')], { categories: [2], category_fk: 2 }),
  item(15, 'Cheese', 'پەنیر', [unit(3, '1', '9000')], { categories: [2], category_fk: 2, item_code: '12345' }),
  item(16, 'Olives in a jar with a name that is long', 'زەیتوون', [unit(1, '1', '4500')], {
    categories: [2],
    category_fk: 2,
  }),
  item(17, 'Amoxicillin', 'ئەمۆکسیسیلین', [unit(1, '1', '4000', MEDICINE)], {
    ...{ categories: [2], category_fk: 2, has_expire: true, has_batch_number: true },
    batches: [
      ...[batch('LAST', '2099-12-31', '5'), batch('LATE', '2098-12-31', '3')],
      ...[batch('SOON', '2098-01-31', '1'), batch('OLD', '2020-01-31', '2')],
    ],
  }),
];

const settings = {
  ...{ id: 1, business_name: 'Zagros', currency_fk: 1, cash_rounding_step: '250', quantity_decimals: 3 },
  discount_without_supervisor: '5',
};

const PROMOTION = {
  ...{ id: 1, title: 'Sugar day', outlet_fk: null, start_date: '2020-01-01', end_date: '2099-12-31', status: 'active' },
  ...{ items: [{ item_fk: 12, unit_fk: 1, quantity: '3' }], minimum_amount: null, currency_fk: null, applies: 'once' },
  ...{
    reward_type: 'get_free',
    reward_items: [{ item_fk: 14, unit_fk: 1, quantity: '1' }],
    reward_percentage: null,
    reward_amount: null,
  },
};

const customer = (id: number, consumer_name: string, more: object = {}) => ({
  ...{ id, consumer_name, code: `C${id}`, mobile: `0750123000${id}`, is_active: true, customer_type: 'individual' },
  ...{ allowed_debit_amount: null, pricing_profile_fk: null, overdue_option: 'custom', overdue_days: null },
  ...{ balance: '0', overdue: '0', ...more },
});

const table = (name: string, ...rows: readonly object[]) => ({ table: name, rows });

export const CATALOGUE = [
  table('items', ...ITEMS),
  table(
    'categories',
    { id: 1, category_name: 'Dry goods', category_name_ckb: 'کەرەستەی وشک', parent_fk: null },
    { id: 2, category_name: 'Fresh', category_name_ckb: 'تازە', parent_fk: null },
  ),
  table(
    'units',
    { id: 1, unit_name: 'piece', unit_name_ckb: 'دانە' },
    { id: 2, unit_name: 'box', unit_name_ckb: 'کارتۆن' },
    { id: 3, unit_name: 'kg', unit_name_ckb: 'کگم' },
  ),
  table('taxes', { id: 1, percentage: '10', date: null }),
  table('promotions', PROMOTION),
  table(
    'currencies',
    { id: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 },
    { id: 2, currency_name: 'US dollar', symbol: 'USD', decimals: 2 },
  ),
  table('rates', { id: 4, date: '2026-01-01', rate: '1490', in_rate: '1480' }),
  table('expense_types', { id: 1, type_name: 'Cleaning' }),
  table(
    'accounts',
    { id: 3, account_name: 'Safe', cash_type: 1, currency_fk: 1, outlet_fk: null },
    { id: 20, account_name: 'Till 3', cash_type: 1, currency_fk: 1, outlet_fk: 1 },
    { id: 5, account_name: 'Dollar safe', cash_type: 1, currency_fk: 2, outlet_fk: null },
    { id: 21, account_name: 'Till 3 dollar', cash_type: 1, currency_fk: 2, outlet_fk: 1 },
  ),
  table(
    'customers',
    customer(7, 'Rezan Ahmed', { balance: '125000', overdue: '25000', allowed_debit_amount: '200000' }),
    customer(8, 'Dilan Omar'),
  ),
  table('settings', settings),
];
