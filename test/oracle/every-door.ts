/**
 * Documents of every kind of one outlet, through every step whose body names an account, a person, a promotion, a place
 * or another document: what random histories name rarely or never.
 */
import { IQD, USD } from '../projector/shop.ts';
import type { openBusiness } from './business.ts';
import { throughEveryStep } from './every-step.ts';

type Business = Awaited<ReturnType<typeof openBusiness>>;

export interface Doors {
  /** Openings are finished and corrected too, which the checks before a close count for every outlet. */
  readonly isCorrecting?: true;
  /** Documents that move goods go through their other steps too (test/oracle/every-step.ts). */
  readonly takesEveryStep?: true;
  readonly user: number;
  readonly promotion: number;
  readonly collection: number;
  /** Of the first and the second outlet: its accounts, and two assets that are not bought yet. */
  readonly places: readonly Own[];
}

interface Own {
  readonly cash: number;
  readonly bank: number;
  readonly dollars: number;
  readonly remittance: number;
  readonly box: number;
  readonly assets: readonly [number, number];
}

/** Records that the acts of histories do not have. */
export async function openDoors({ shop, premises }: Business): Promise<Doors> {
  const days = { start_date: '2026-01-01', end_date: '2026-12-31' };
  const least = { minimum_amount: '10', applies: 'once', items: [] };
  const reward = { reward_type: 'get_discount', reward_percentage: '5' };
  const unit_fk = premises.unit;
  const item_fk = await shop.register('item', { item_name: 'Hamper', item_units: [unitOf(unit_fk)] });
  const parts = [{ item_fk: premises.items[0], unit_fk, quantity: '2' }];
  const placeOf = async (outlet_fk: number | undefined): Promise<Own> => {
    const account = (name: string, cash_type: number, currency_fk = IQD) => {
      const own = { account_name: `${name} of ${outlet_fk}`, outlet_fk, allow_overdraft: true };
      return shop.register('cash', { ...own, cash_type, currency_fk });
    };
    const asset = (name: string) => shop.register('fixed_asset', { asset_name: `${name} of ${outlet_fk}` });
    return {
      ...{ cash: await account('Safe', 1), bank: await account('Bank', 2), dollars: await account('Dollars', 1, USD) },
      ...{ remittance: await account('On its way', 3), box: await account('Box', 1) },
      assets: [await asset('Fridge'), await asset('Lamp')],
    };
  };
  return {
    places: [await placeOf(premises.outlets[0]), await placeOf(premises.outlets[1])],
    user: await shop.register('user', { user_name: 'Rezan', email: 'rezan@example.com', status: 'inactive' }),
    promotion: await shop.register('promotion', { title: 'Five off', status: 'active', ...days, ...least, ...reward }),
    collection: await shop.register('collection', { collection_name: 'Hamper', item_fk, unit_fk, lines: parts }),
  };
}

const unitOf = (unit_fk: number) => ({
  ...{ unit_fk, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
});

/** The outlets to go through, each with the one to which its goods are sent. */
export const WAYS = [
  [1, 0],
  [0, 2],
] as const;

/** The commands that were refused, each with its kind and step. */
export async function throughEveryDoor(
  business: Business,
  doors: Doors,
  at: number,
  to = 1 - at,
): Promise<readonly string[]> {
  const { shop, premises, places } = business;
  const refused: string[] = [];
  const begun = shop.entered.length;
  const enter = async (kind: string, body: object): Promise<number> => {
    const answer = await shop.enter(kind, body);
    if (!answer) refused.push(kind);
    return answer?.id ?? 0;
  };
  const then = async (kind: string, id: number, step: string, body: object = {}): Promise<void> => {
    if (id > 0 && !(await shop.transit(kind, id, step, body))) refused.push(`${kind} ${step}`);
  };
  const [outlet_fk = 0, inventory_fk = 0] = [premises.outlets[at], premises.inventories[at]];
  const other = { to_outlet_fk: places.outlets[to], to_inventory_fk: places.inventories[to] };
  const own = doors.places[at];
  if (!own) throw new RangeError(`no accounts of outlet ${at}`);
  const { cash: account_fk, bank, box } = own;
  const [customer_fk = 0] = premises.customers;
  const [supplier_fk = 0] = premises.suppliers;
  const [item_fk = 0] = premises.items;
  const date = '2026-03-10';
  const time = '10:00';
  const stored = { outlet_fk, inventory_fk, date };
  const line = { item_fk, unit_fk: premises.unit, quantity: '2', price: '1000' };
  const dinars = { currency_fk: IQD };
  const cash = { payment_type: 'cash', account_fk };
  const owed = { payment_type: 'on_account' };
  const cost = { amount: '5', ...dinars, ...cash };
  const complete = { status: 'complete' };

  await enter('purchase', {
    ...stored,
    ...dinars,
    ...owed,
    supplier_fk,
    lines: [{ ...line, quantity: '500' }],
    ...complete,
  });
  // Two pieces go back, and one more is a draft where somebody watches.
  const four = { ...line, quantity: '4' };
  const order = await enter('purchase_order', { ...stored, ...dinars, supplier_fk, lines: [four], status: 'bill' });
  await then('purchase_order', order, 'pay', { payment_id: 1, amount: '10', account_fk, date });
  const ordered = { ...four, order_line_id: 1 };
  const costs = [{ ...cost, cost_type: 'freight' }];
  const bought = await enter('purchase', {
    ...{ ...stored, ...dinars, ...owed, supplier_fk, purchase_order_fk: order, lines: [ordered], costs, ...complete },
  });
  const later = { cost_type: 'freight', date, share_by: 'value', ...cost };
  await then('purchase', bought, 'apply_cost', { cost_id: 9, ...later });
  const rebate = {
    cost_id: 10,
    share_by: 'value',
    date,
    amount: '1',
    ...dinars,
    ...cash,
    supplier_fk,
    reason: 'rebate',
  };
  await then('purchase', bought, 'apply_allowance', rebate);
  await then('purchase', bought, 'withdraw_cost', { cost_id: 9, reason: 'of another purchase' });
  const furtherGoods = { ...stored, ...dinars, ...owed, supplier_fk, lines: [four], ...complete };
  const container = [bought, await enter('purchase', furtherGoods)].map((purchase_fk) => ({ purchase_fk }));
  const landed = { outlet_fk: stored.outlet_fk, date, cost_type: 'freight', lines: container, ...cost, ...complete };
  const freight = await enter('landed_cost', landed);
  await then('landed_cost', freight, 'return_to_draft', { reason: 'of another container' });
  await then('landed_cost', freight, 'complete');
  await enter('purchase_return', {
    ...{
      ...stored,
      ...dinars,
      ...cash,
      purchase_fk: bought,
      lines: [{ purchase_line_id: 1, quantity: '1' }],
      ...complete,
    },
  });

  const awaited = { ...stored, ...dinars, ...owed, supplier_fk, purchase_fk: bought, credit_awaited: true };
  const back = { lines: [{ purchase_line_id: 1, quantity: '1' }], ...complete };
  const unanswered = await enter('purchase_return', { ...awaited, ...back });
  await then('purchase_return', unanswered, 'credit', { date, amount: '900', credit_reason: 'torn boxes' });
  await then('purchase_return', unanswered, 'take_back_credit', { reason: 'they take it back' });
  await then('purchase_return', unanswered, 'credit', { date, goods_came_back: true, credit_reason: 'refused' });

  const promotions = [{ promotion_fk: doors.promotion }];
  const reduced = { discount: { type: 'percent', value: '5' }, promotions };
  const transport = [{ ...cost, cost_type: 'transport' }];
  const sold = { ...stored, ...dinars, customer_fk, lines: [line], costs: transport };
  await enter('sale', { ...sold, ...cash, ...reduced, ...complete });
  const collected = { ...owed, date: '2026-03-05', due_date: '2026-03-06', received_type: 'collected' };
  const sale = await enter('sale', { ...sold, ...collected, ...complete });
  const delivered = { date: '2026-03-06', driver_fk: doors.user, lines: [{ line_id: 1, quantity: '1' }] };
  await then('sale', sale, 'deliver', delivered);
  await enter('sale_return', {
    ...{ ...stored, sale_fk: sale, ...cash, lines: [{ sale_line_id: 1, quantity: '1' }], ...complete },
  });
  const offer = { ...stored, ...dinars, customer_fk, lines: [line], ...complete };
  await then('quotation', await enter('quotation', offer), 'convert_to_sale', { date, ...cash });
  const prepayment = { amount: '10', account_fk };
  const onlineOrder = await enter('online_order', { ...sold, ...cash, ...reduced, prepayment, driver_fk: doors.user });
  await then('online_order', onlineOrder, 'confirm');
  await then('online_order', onlineOrder, 'give_to_driver', { driver_fk: doors.user });
  await then('online_order', onlineOrder, 'deliver', { date, account_fk });

  const accounts = [{ account_fk: box, safe_account_fk: account_fk, float_amount: '1000' }];
  const drawer_fk = await enter('drawer', { outlet_fk, date, time, user_fk: doors.user, accounts });
  await then('drawer', drawer_fk, 'pay_in', { date, time, account_fk: box, amount: '10' });
  const paidOut = { date, time, account_fk: box, amount: '10', expense_type_fk: places.expenseType };
  await then('drawer', drawer_fk, 'pay_out', paidOut);
  const payments = [{ method: 'cash', amount: '2000', account_fk: box }];
  const receipt = { ...stored, time, drawer_fk, lines: [line], payments };
  const first = await enter('pos_sale', { ...receipt, ...complete });
  await enter('pos_sale', { ...receipt, ...reduced, replaces_fk: first, reason: 'corrected', ...complete });
  await then('pos_sale', await enter('pos_sale', { ...receipt, ...complete }), 'refund', {
    ...{ drawer_fk, date, time, reason: 'back', lines: [{ line_id: 1, quantity: '1' }] },
    payments: [{ method: 'cash', amount: '1000', account_fk: box }],
  });
  await then('pos_sale', await enter('pos_sale', receipt), 'complete');
  await then('pos_sale', await enter('pos_sale', receipt), 'discard');
  const counted = [{ account_fk: box, counted_amount: '6000' }];
  await then('drawer', drawer_fk, 'count', { date, time, accounts: counted });
  const left = [{ account_fk: box, left_amount: '0' }];
  await then('drawer', drawer_fk, 'close', { date, time, accounts: left, difference_reason: 'counted so' });

  const sentence = { letter_language: 'en', documents: [{ document: `sale-${sale}` }] };
  await enter('payment_reminder', { outlet_fk, customer_fk, date, ...sentence });
  const received = { outlet_fk, date, ...dinars, account_fk, amount: '100' };
  const allocations = (document: string) => [{ document, amount: '1' }];
  for (const [kind, party, type, document] of [
    ['customer_transaction', { customer_fk }, 'receive', `sale-${sale}`],
    ['supplier_transaction', { supplier_fk }, 'pay', `purchase-${bought}`],
  ] as const) {
    const paid = { ...received, ...party, transaction_type: type };
    const replaced = await enter(kind, { ...paid, allocations: allocations(document) });
    const free = await enter(kind, { ...paid, allocate: 'none', replaces_fk: replaced, reason: 'wrong' });
    await then(kind, free, 'allocate', { allocation_id: 1, date, allocations: allocations(document) });
    await then(kind, free, 'reverse', { reason: 'bounced', date: '2026-03-11' });
  }

  const bounced = (kind: string, of: number) => then(kind, of, 'reverse', { reason: 'bounced', date: '2026-03-13' });
  const agreed = { outlet_fk, date, ...dinars, settled_as: 'debt', reason: 'agreed' };
  const owing = { ...agreed, customer_fk, allocations: allocations(`sale-${sale}`), amount: '1' };
  const account = 610_000_000 + places.expenseType;
  await bounced('settlement', await enter('settlement', { ...owing, account }));
  const to_allocations = allocations(`purchase-${bought}`);
  await enter('settlement', { ...owing, to_supplier_fk: supplier_fk, to_allocations });
  const billed = { ...agreed, supplier_fk, allocations: to_allocations, amount: '1' };
  await enter('settlement', { ...billed, to_customer_fk: customer_fk, to_allocations: owing.allocations });

  const assetBody = { outlet_fk, date: '2026-01-10', ...dinars, amount: '12000', useful_life_months: 12, ...complete };
  const [fridge, lamp] = own.assets;
  const asset = await enter('asset_purchase', { ...assetBody, ...cash, fixed_asset_fk: fridge });
  const second = await enter('asset_purchase', { ...assetBody, ...cash, fixed_asset_fk: lamp });
  const longer = { useful_life_months: 24, salvage_amount: '600', declining_percent: '60' };
  const revision = { date: '2026-02-01', ...longer, reason: 'it lasts longer' };
  await then('asset_purchase', asset, 'revise', revision);
  await enter('depreciation', { outlet_fk, date: '2026-02-28', lines: [{ asset_purchase_fk: asset }] });
  const gone = { leaves_by: 'sale', ...dinars, amount: '9000', ...cash };
  await enter('asset_sale', { outlet_fk, date, asset_purchase_fk: second, ...gone });

  const pay = [{ user_fk: doors.user, base_salary: '100' }];
  const period = { from_date: '2026-02-01', to_date: '2026-02-28' };
  const payroll = await enter('payroll', { outlet_fk, date, ...period, lines: pay });
  await then('payroll', payroll, 'approve');
  await then('payroll', payroll, 'pay_out', { date, account_fk });
  // Less than was paid is owed, more is paid again.
  const corrected = { date, line_id: 1, reason: 'wrong days' };
  await then('payroll', payroll, 'correct', { ...corrected, base_salary: '90' });
  await then('payroll', payroll, 'correct', { ...corrected, base_salary: '120' });
  await then('payroll', payroll, 'pay_out', { date, account_fk, lines: [{ line_id: 1 }] });
  const [salesman_fk] = premises.salesmen;
  await enter('sale', { ...sold, ...cash, salesman_fk, lines: [{ ...line, quantity: '9' }], ...complete });
  const commission = await enter('salesman_commission', { outlet_fk, salesman_fk, to_date: date, date });
  await then('salesman_commission', commission, 'approve');
  await then('salesman_commission', commission, 'pay_out', { date, account_fk });

  const items = [{ item_fk }];
  await enter('count_round', { ...stored, count_scope: 'inventory', takes_unlisted: true, items });
  const sides = [
    { account: 111_000_000 + account_fk, ...dinars, credit: '50', outlet_fk },
    { account: 1240, ...dinars, debit: '50', user_fk: doors.user },
  ];
  await enter('general_journal', { outlet_fk, date, lines: sides, status: 'posted' });
  const opened = (amount: string) => ({
    ...{ outlet_fk, financial_year_fk: 1, cashes: [{ account_fk: bank, amount }] },
    parties: [{ user_fk: doors.user, ...dinars, amount: '5' }],
    stock: [{ inventory_fk, item_fk, unit_fk: premises.unit, quantity: '1', value: '5' }],
  });
  const opening = await enter('opening_balance', opened('5'));
  const difference = { difference_to: 'opening-equity' };
  if (doors.isCorrecting) {
    await then('opening_balance', opening, 'finish', difference);
    await then('opening_balance', opening, 'correct', { ...opened('6'), ...difference, reason: 'typed wrong' });
    for (const step of ['move', 'reopen', 'reverse'])
      await then('opening_balance', opening, step, { reason: 'entered twice' });
    await then('opening_balance', await enter('opening_balance', opened('5')), 'discard');
  }
  const open = { outlet_fk, ...dinars, amount: '5', date: '2025-06-01', opened_as: 'debt' };
  await enter('opening_item', { ...open, customer_fk, reference_number: `Open ${at}` });
  if (doors.isCorrecting) {
    const lent = { ...open, user_fk: doors.user };
    const item = await enter('opening_item', lent);
    await then('opening_item', item, 'correct', { ...lent, amount: '6', reason: 'typed wrong' });
  }
  const goods = { item_fk, unit_fk: premises.unit, quantity: '2' };
  await enter('stock_transfer', { ...stored, ...other, lines: [goods], status: 'sent' });
  const over = { ...stored, ...other, ...dinars, lines: [{ ...line, quantity: '6' }], status: 'sent' };
  const sent = await enter('sale_transfer', over);
  await then('sale_transfer', sent, 'receive', { date: '2026-03-11', time });
  const { to_outlet_fk, to_inventory_fk } = other;
  const there = { outlet_fk: to_outlet_fk, inventory_fk: to_inventory_fk, date: '2026-03-12', time };
  const home = { to_outlet_fk: outlet_fk, to_inventory_fk: inventory_fk };
  const returned = { sale_transfer_fk: sent, lines: [{ sale_transfer_line_id: 1, quantity: '1' }] };
  await enter('sale_transfer_return', { ...there, ...home, ...returned, status: 'sent' });
  await enter('sale_transfer_return', over);
  await enter('inventory_adjustment', { ...stored, lines: [{ item_fk, unit_fk: premises.unit, real_quantity: '9' }] });
  await enter('direct_adjustment', { ...stored, reason: 'found', lines: [goods] });
  await enter('asset_disposal', { ...stored, disposal_type: 'damaged', lines: [goods], status: 'done' });
  const claimed = { ...stored, customer_fk, item_fk, sale_fk: sale, fault: 'broken', status: 'received' };
  const claim = await enter('warranty_claim', claimed);
  await then('warranty_claim', claim, 'exchange', { date });
  await then('warranty_claim', claim, 'send', { sent_to_fk: supplier_fk, date });
  await then('warranty_claim', claim, 'take_back', { answered_as: 'credited', amount: '5', ...dinars, date });
  await then('warranty_claim', claim, 'close', { date });
  const made = { ...stored, costs: [cost], ...complete };
  const conversion = { conversion_type: 'item_to_collection', collection_fk: doors.collection, quantity: '1' };
  await enter('conversion', { ...made, ...conversion });
  const output = { item_fk: premises.items[1], unit_fk: premises.unit, quantity: '1', role: 'output' };
  await enter('production', { ...made, lines: [{ ...goods, role: 'input' }, output] });

  await enter('app_settlement', { outlet_fk, date, amount: '5', account_fk: bank });
  const spent = { outlet_fk, date, ...dinars, ...cash, amount: '5' };
  await enter('expense', { ...spent, expense_type_fk: places.expenseType, ...complete });
  await enter('income', { ...spent, income_type_fk: places.incomeType, ...complete });
  const { remittance: remittance_account_fk } = own;
  for (const arrived of [{ account_fk: bank }, { supplier_fk, allocations: to_allocations }]) {
    const remitted = await enter('remittance', { outlet_fk, date, account_fk, remittance_account_fk, amount: '5' });
    await then('remittance', remitted, 'approve');
    await then('remittance', remitted, 'pay_out', { date, ...arrived });
  }
  const taxed = { from_date: '2026-03-01', to_date: date, amount: '5', account_fk, above_payable: 'advance' };
  await bounced('tax_payment', await enter('tax_payment', { outlet_fk, date, ...taxed }));
  const { stockholder: stockholder_fk } = places;
  const capital = { stockholder_fk, transaction_type: 'contribution', amount: '50', account_fk };
  await bounced('capital_transaction', await enter('capital_transaction', { outlet_fk, date, ...dinars, ...capital }));
  const dividend = await enter('dividend', { outlet_fk, date, amount: '5', lines: [{ stockholder_fk, amount: '5' }] });
  await then('dividend', dividend, 'approve');
  await then('dividend', dividend, 'pay_out', { date, account_fk });
  await enter('customer_transaction', {
    ...{ outlet_fk, date: '2026-03-01', customer_fk, transaction_type: 'pay_back', allocate: 'none', amount: '5' },
    ...{ currency_fk: USD, rate_fk: premises.rates[0], account_fk: own.dollars },
  });
  await enter('revaluation', { outlet_fk, date, rate_fk: premises.rates[1], status: 'posted' });
  const moved = { outlet_fk, to_outlet_fk: outlet_fk, date, from_account_fk: account_fk, to_account_fk: bank };
  await bounced('cash_transfer', await enter('cash_transfer', { ...moved, amount: '7' }));
  const priced = { item_fk, unit_fk: premises.unit };
  const again = { entered: shop.entered.slice(begun), enter, then, user: doors.user, priced, later: '2026-03-12' };
  if (doors.takesEveryStep) await throughEveryStep(again);
  return refused;
}
