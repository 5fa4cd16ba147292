/**
 * Further acts in a random history: money, journals, owners, a third outlet, allocations, reminders, corrected drafts.
 */
import fc from 'fast-check';
import { paidFrom } from '../projector/acts.ts';
import { IQD, type Premises, type Shop, USD } from '../projector/shop.ts';
import { amountOf, type Chance, chance, Desk, decimal, type Places, payable, placeOf, storedAt } from './chance.ts';
import { chargeLost } from './lost-goods.ts';

export interface WiderAct extends Chance {
  readonly wider:
    | 'expense'
    | 'income'
    | 'move_money'
    | 'journal'
    | 'adjust'
    | 'open'
    | 'settle'
    | 'set_off'
    | 'allocate'
    | 'unallocate'
    | 'move_goods'
    | 'capital'
    | 'pay_tax'
    | 'dividend'
    | 'remit'
    | 'pay_out'
    | 'remind'
    | 'deliver'
    | 'take_back'
    | 'correct';
}

export const WIDER: readonly WiderAct['wider'][] = [
  ...(['expense', 'income', 'move_money', 'move_money', 'journal', 'adjust', 'open', 'settle', 'settle'] as const),
  ...(['set_off'] as const),
  ...(['allocate', 'unallocate', 'move_goods', 'capital', 'pay_tax', 'dividend', 'remit', 'pay_out'] as const),
  ...(['take_back', 'take_back', 'correct', 'remind', 'deliver', 'deliver'] as const),
];

export const widerAct: fc.Arbitrary<WiderAct> = fc.record({
  wider: fc.constantFrom<WiderAct['wider']>(...WIDER),
  ...chance,
});

const DEBTS_TRIED = 6;

const inDollars = (index: number) => index % 2 === 1;

export class WiderPlay {
  readonly #shop: Shop;
  readonly #premises: Premises;
  readonly #wider: Places;
  readonly #desk: Desk;

  constructor(shop: Shop, premises: Premises, places: Places) {
    this.#shop = shop;
    this.#premises = premises;
    this.#wider = places;
    this.#desk = new Desk(shop);
  }

  async run(act: WiderAct): Promise<void> {
    switch (act.wider) {
      case 'expense':
      case 'income':
        return this.#enter(act.wider, this.#paid(act));
      case 'move_money':
        return this.#enter('cash_transfer', this.#moneyMoved(act));
      case 'journal':
        return this.#enter('general_journal', this.#journal(act));
      case 'adjust':
        return this.#enter('direct_adjustment', this.#adjustment(act));
      case 'open':
        return act.flag
          ? this.#enter('opening_item', this.#openItem(act))
          : this.#enter('opening_balance', this.#opening(act), 'finish');
      case 'settle':
        return this.#enter(act.flag ? 'customer_transaction' : 'supplier_transaction', this.#settled(act));
      case 'set_off':
        return this.#enter('settlement', this.#withoutMoney(act));
      case 'move_goods':
        return this.#moveGoods(act);
      case 'capital':
        return this.#enter('capital_transaction', this.#capital(act));
      case 'pay_tax':
        return this.#enter('tax_payment', this.#taxPayment(act));
      case 'dividend':
        return this.#enter('dividend', this.#dividend(act), 'approve');
      case 'remind':
        await this.#claim(act);
        return this.#remind(act);
      case 'deliver':
        return this.#deliver(act);
      case 'remit':
        return this.#enter('remittance', this.#remittance(act), 'approve');
      default:
        return this.#later(act);
    }
  }

  async #enter(kind: string, body: object, then?: string): Promise<void> {
    await this.#desk.enter(kind, body, then);
  }

  async #later(act: WiderAct): Promise<void> {
    const document = this.#desk.find(LATER[act.wider], act.of);
    if (!document) return;
    const { kind, id, body } = document;
    const [back, again] = REVERSED_BY[kind] ?? ['reverse'];
    const { date, time } = placeOf(this.#wider, act);
    if (act.wider === 'allocate') {
      const number = { allocation_id: (act.count % 4) + 1, date: act.flag ? date : '2026-03-28', time };
      const rate = act.of % 2 === 0 ? { settle_rate: `${1470 + act.count}.25` } : {};
      await this.#shop.transit(kind, id, 'allocate', { ...number, ...rate });
    }
    if (act.wider === 'unallocate') await this.#shop.transit(kind, id, 'unallocate', { allocation_id: act.count % 5 });
    if (act.wider === 'pay_out') {
      const dollars = 'rate' in body || 'rate_fk' in body;
      const account_fk = this.#wider.cashes[(act.flag ? 2 : 0) + (dollars ? 1 : 0)];
      const to = kind === 'remittance' ? this.#arrived(act, account_fk, dollars, body) : { account_fk };
      await this.#shop.transit(kind, id, 'pay_out', { date, time, ...to });
    }
    // Money is taken back on its own day, or on a later one.
    const day = act.count % 2 === 0 ? { date } : {};
    if (act.wider === 'take_back') await this.#shop.transit(kind, id, back, { reason: 'wrong', ...day });
    if (act.wider === 'correct' && again) {
      await this.#shop.transit(kind, id, back, { reason: 'wrong' });
      if (act.flag) await this.#shop.change(kind, id, { ...body, date, time });
      await this.#shop.transit(kind, id, again, {});
    }
  }

  /** A remittance arrives at a supplier, in an account, short, in the other currency, in another outlet, or not at all. */
  #arrived(act: WiderAct, account_fk: number | undefined, dollars: boolean, body: object): object {
    const { amount = '1' } = body as { readonly amount?: string };
    const { cashes, expenseType: expense_type_fk, elsewhere } = this.#wider;
    const missing = { missing_amount: dollars ? '0.01' : '1', expense_type_fk };
    const other = { account_fk: cashes[dollars ? 0 : 1], received_amount: payable(act.amount, 1, !dollars) };
    switch (act.count % 7) {
      case 0:
        return { account_fk };
      case 1:
        return { account_fk, ...missing };
      case 2:
        return act.flag ? other : { ...other, ...missing };
      case 3:
        return { account_fk: elsewhere[dollars ? 1 : 0], ...(act.flag ? missing : {}) };
      case 4:
        return { missing_amount: amount, expense_type_fk };
      default:
        return { supplier_fk: this.#premises.suppliers[act.other % 2], ...(act.flag ? missing : {}) };
    }
  }

  /** Enters a reminder of the first due debt among the last sales of a customer. */
  async #remind(act: WiderAct): Promise<void> {
    const { date, outlet_fk } = placeOf(this.#wider, act);
    const customer_fk = this.#premises.customers[act.other % 2];
    const owed = this.#shop.entered.filter(
      ({ kind, body }) => kind === 'sale' && (body as { customer_fk?: number }).customer_fk === customer_fk,
    );
    const letter_language = act.flag ? 'en' : 'ckb';
    for (const { id } of owed.slice(-DEBTS_TRIED)) {
      const documents = [{ document: `sale-${id}` }];
      const body = { outlet_fk, customer_fk, date, letter_language, documents };
      if (await this.#desk.enter('payment_reminder', body)) return;
    }
  }

  /** Delivers a part of a sale, or all of it, on its day or another one. Quantities are cumulative. */
  async #deliver(act: WiderAct): Promise<void> {
    const waiting = this.#shop.entered.filter(({ kind, body }) => kind === 'sale' && 'received_type' in body);
    const sale = waiting[act.of % Math.max(1, waiting.length)];
    if (!sale) return;
    const { date, lines } = sale.body as { readonly date: string; readonly lines: readonly { item_fk?: number }[] };
    const quantity = (index: number) => String(index === 0 ? act.count % 8 : 1);
    const delivered = lines.slice(0, act.foreign ? 1 : lines.length).map(({ item_fk }, index) => {
      const half = { item_fk, unit_fk: this.#premises.box, quantity: '0.5' };
      return { line_id: index + 1, ...(act.count % 5 === 0 ? half : { quantity: quantity(index) }) };
    });
    const on = act.flag ? { date, time: null } : placeOf(this.#wider, { ...act, day: Math.max(act.day, 15) });
    await this.#shop.transit('sale', sale.id, 'deliver', { date: on.date, time: on.time, lines: delivered });
  }

  /** Hands a piece in; it is exchanged, sent to a supplier and answered, as far as the act goes. */
  async #claim(act: WiderAct): Promise<void> {
    const { item_fk } = this.#line(act);
    const at = placeOf(this.#wider, act);
    const step = { date: at.date, time: at.time };
    const customer_fk = this.#premises.customers[act.other % 2];
    const handedIn = { ...storedAt(this.#wider, act), customer_fk, item_fk, sold_date: at.date, fault: 'it is silent' };
    const id = await this.#desk.enter('warranty_claim', { ...handedIn, status: 'received' });
    if (id === undefined) return;
    const answered_as = act.of % 3 === 0 ? 'credited' : act.of % 3 === 1 ? 'replaced' : 'repaired';
    const steps: readonly (readonly [name: string, body: object])[] = [
      ...(act.flag ? [['exchange', step] as const] : []),
      ['send', { ...step, sent_to_fk: this.#premises.suppliers[act.other % 2] }],
      ['take_back', { ...step, answered_as, ...amountOf(act, this.#premises) }],
      ['close', step],
    ];
    for (const [name, body] of steps.slice(0, 1 + (act.count % steps.length)))
      await this.#shop.transit('warranty_claim', id, name, body);
  }

  async #moveGoods(act: WiderAct): Promise<void> {
    const to = (act.outlet + 1 + (act.other % 2)) % 3;
    const lines = [this.#line(act)];
    const there = { to_outlet_fk: this.#wider.outlets[to], to_inventory_fk: this.#wider.inventories[to] };
    const answer = await this.#shop.enter('stock_transfer', {
      ...storedAt(this.#wider, act),
      ...there,
      lines,
      status: 'sent',
    });
    if (!answer || !act.flag) return;
    const received = [{ line_id: 1, quantity: String(Math.ceil(act.count / 2)) }];
    const { date, time } = placeOf(this.#wider, { ...act, day: Math.min(28, act.day + (act.of % 9)) });
    const rest = act.foreign ? 'missing' : 'on_its_way';
    await this.#shop.transit('stock_transfer', answer.id, 'receive', { date, time, lines: received, rest });
    if (act.of % 2 === 0) await chargeLost(this.#shop, { kind: 'stock_transfer', id: answer.id }, act);
  }

  #paid(act: WiderAct): object {
    const { suppliers, customers } = this.#premises;
    const party = { supplier_fk: suppliers[act.other % 2], customer_fk: customers[act.other % 2] };
    const { supplier_fk, customer_fk } = party;
    const owner = act.wider === 'expense' ? { supplier_fk } : { customer_fk };
    const type =
      act.wider === 'expense'
        ? { expense_type_fk: this.#wider.expenseType }
        : { income_type_fk: this.#wider.incomeType };
    const payment = act.flag
      ? { payment_type: 'on_account', ...owner }
      : { payment_type: 'cash', ...paidFrom(act, this.#wider.cashes, 2) };
    return {
      ...placeOf(this.#wider, act),
      ...type,
      ...amountOf(act, this.#premises),
      ...payment,
      status: act.of % 5 ? 'complete' : 'draft',
    };
  }

  #moneyMoved(act: WiderAct): object {
    const from = act.count % 4;
    const to = (from + 1 + (act.of % 3)) % 4;
    const [fromDollars, toDollars] = [inDollars(from), inDollars(to)];
    const dinars = String(act.amount);
    const dollars = payable(act.amount, 1480 + act.count, true);
    const accounts = { from_account_fk: this.#wider.cashes[from], to_account_fk: this.#wider.cashes[to] };
    const same = fromDollars && toDollars ? { rate: `${1480 + act.count}.0309` } : {};
    const moved = { amount: fromDollars ? dollars : dinars, to_amount: toDollars ? dollars : dinars };
    return {
      ...placeOf(this.#wider, act),
      to_outlet_fk: this.#wider.outlets[act.other],
      ...accounts,
      ...moved,
      ...same,
      ...(act.other === 1 && from >= 2
        ? { bank_fee: fromDollars ? '0.25' : '250', expense_type_fk: this.#wider.expenseType }
        : {}),
    };
  }

  /**
   * A journal with dollars of a cash account, a bank account in another outlet, and a debt or an advance of a customer,
   * or what a cashier owes.
   */
  #journal(act: WiderAct): object {
    const rate = 1450 + act.count;
    // The amount of a debt in a journal may have a fraction, which is rounded when the debt is settled.
    const fraction = act.of % 2 ? '.37' : '';
    const dinars = act.count * rate + act.amount;
    const dollars = { currency_fk: USD, rate: String(rate) };
    const [box, bank] = [111000000 + (this.#wider.cashes[1] ?? 0), 112000000 + (this.#wider.cashes[2] ?? 0)];
    const [outlet, other] = [this.#wider.outlets[act.other], this.#wider.outlets[(act.other + 1) % 3]];
    const isStaff = act.of % 4 === 0;
    const party = isStaff
      ? { account: 1240, user_fk: 1 }
      : act.flag
        ? { account: 1210, customer_fk: this.#premises.customers[0] }
        : { account: 2120, customer_fk: this.#premises.customers[1] };
    const sides = [
      { account: box, ...dollars, credit: String(act.count) },
      { account: bank, currency_fk: IQD, credit: `${act.amount}${fraction}`, outlet_fk: other },
      { ...party, currency_fk: IQD, debit: `${dinars}${fraction}`, outlet_fk: outlet },
    ];
    const turned = sides.map(({ ...side }) => {
      const { credit, debit, ...rest } = side as { credit?: string; debit?: string };
      return { ...rest, ...(credit === undefined ? { credit: debit } : { debit: credit }) };
    });
    return { ...placeOf(this.#wider, act), lines: act.flag ? sides : turned, status: act.of % 5 ? 'posted' : 'draft' };
  }

  #adjustment(act: WiderAct): object {
    const quantity = act.flag ? String(act.count) : `-${act.count % 4 || 1}`;
    const line = { ...this.#line(act), quantity, unit_cost: act.foreign ? decimal(act.amount, 100) : null };
    return { ...storedAt(this.#wider, act), reason: 'found', lines: [line] };
  }

  #opening(act: WiderAct): object {
    const { outlets, inventories, cashes } = this.#wider;
    const { items, unit, customers, suppliers } = this.#premises;
    const rate = String(1400 + act.count);
    const value = act.amount * 7;
    const open = value + act.amount * 2;
    return {
      outlet_fk: outlets[0],
      financial_year_fk: 1,
      cashes: [{ account_fk: cashes[0], amount: String(act.amount) }],
      parties: [
        { customer_fk: customers[0], currency_fk: IQD, amount: String(act.amount) },
        { customer_fk: customers[1], currency_fk: USD, rate, amount: String(act.count) },
        { supplier_fk: suppliers[0], currency_fk: USD, rate, amount: String(act.count) },
      ],
      stock: [{ inventory_fk: inventories[0], item_fk: items[0], unit_fk: unit, quantity: '13', value: String(value) }],
      accounts: [{ account: 'retained-earnings', amount: String(-open) }],
    };
  }

  #openItem(act: WiderAct): object {
    const { customers, suppliers } = this.#premises;
    const party = act.of % 2 === 0 ? { customer_fk: customers[act.other % 2] } : { supplier_fk: suppliers[0] };
    const money = inDollars(act.other) ? { currency_fk: USD, rate: String(1400 + act.count) } : { currency_fk: IQD };
    return {
      ...{ outlet_fk: this.#wider.outlets[0], date: '2025-06-01', ...party, ...money },
      ...{ opened_as: act.count % 3 === 0 ? 'advance' : 'debt', amount: String(act.amount) },
      ...(act.count % 2 === 0 ? { reference_number: `INV-${act.amount}` } : {}),
    };
  }

  #settled(act: WiderAct): object {
    const { customers, suppliers } = this.#premises;
    const [receive, back] = act.flag ? ['receive', 'pay_back'] : ['pay', 'get_back'];
    const party = act.flag ? { customer_fk: customers[act.other % 2] } : { supplier_fk: suppliers[act.other % 2] };
    return {
      ...placeOf(this.#wider, act),
      ...party,
      ...amountOf(act, this.#premises),
      transaction_type: act.of % 6 === 0 ? back : receive,
      ...this.#account(act),
      allocate: act.of % 3 === 0 ? 'none' : 'oldest',
      // Half of them go on with debts in the other currency.
      ...(act.other % 2 === 0 ? { settle_rate: `${1470 + act.count}.3337` } : {}),
      ...this.#replaced(act),
    };
  }

  /** A fifth of the payments go through a bank that takes a fee. */
  #account({ count, foreign }: WiderAct): object {
    const [box, bank] = foreign
      ? [this.#wider.cashes[1], this.#wider.cashes[3]]
      : [this.#wider.cashes[2], this.#wider.cashes[2]];
    if (count % 5 > 0) return { account_fk: box };
    const bank_fee = foreign ? `${count}.25` : String(count);
    return { account_fk: bank, bank_fee, expense_type_fk: this.#wider.expenseType };
  }

  /** To an account, to a supplier or customer, or into the other currency of the same party. */
  #withoutMoney(act: WiderAct): object {
    const { customers, suppliers } = this.#premises;
    const [customer, supplier] = [customers[act.other % 2], suppliers[act.other % 2]];
    const party = act.flag ? { customer_fk: customer } : { supplier_fk: supplier };
    const across = act.flag ? { to_supplier_fk: supplier } : { to_customer_fk: customer };
    const same = act.flag ? { to_customer_fk: customer } : { to_supplier_fk: supplier };
    const sides = [
      { account: 610_000_000 + this.#wider.expenseType },
      across,
      { ...same, to_currency_fk: act.foreign ? IQD : USD, rate: `${1470 + act.count}.5` },
    ];
    return {
      ...placeOf(this.#wider, act),
      ...party,
      ...amountOf(act, this.#premises),
      settled_as: act.of % 5 === 0 ? 'credit' : 'debt',
      reason: 'agreed',
      ...sides[act.of % 3],
    };
  }

  /** A quarter of the payments correct an earlier one of the same side, often one of another outlet or party. */
  #replaced({ flag, of }: WiderAct): object {
    const kind = flag ? 'customer_transaction' : 'supplier_transaction';
    const earlier = of % 4 === 1 ? this.#desk.find([kind], of >> 2) : undefined;
    return earlier ? { replaces_fk: earlier.id, reason: 'entered wrongly' } : {};
  }

  #capital(act: WiderAct): object {
    const transaction_type = act.flag ? 'contribution' : 'withdrawal';
    return {
      ...placeOf(this.#wider, act),
      ...amountOf(act, this.#premises),
      stockholder_fk: this.#wider.stockholder,
      transaction_type,
      ...paidFrom(act, this.#wider.cashes, 2),
    };
  }

  #taxPayment(act: WiderAct): object {
    const place = placeOf(this.#wider, act);
    return {
      ...place,
      from_date: '2026-03-01',
      to_date: act.flag ? place.date : '2026-03-31',
      amount: String(act.count),
      ...paidFrom({ ...act, foreign: false }, this.#wider.cashes, 2),
      above_payable: act.of % 2 === 0 ? 'advance' : 'refused',
      tax_direction: act.of % 3 === 0 ? 'received' : 'paid',
    };
  }

  #dividend(act: WiderAct): object {
    const { outlet_fk, date } = placeOf(this.#wider, act);
    const whole = String(act.amount);
    return { outlet_fk, date, amount: whole, lines: [{ stockholder_fk: this.#wider.stockholder, amount: whole }] };
  }

  #remittance(act: WiderAct): object {
    const index = act.foreign ? 1 : 0;
    return {
      ...placeOf(this.#wider, act),
      account_fk: this.#wider.cashes[index],
      remittance_account_fk: this.#wider.remittances[index],
      amount: payable(act.amount, act.foreign ? 1480 : 1, act.foreign),
      fee: act.flag ? (act.foreign ? '3.5' : '3') : null,
      expense_type_fk: act.flag ? this.#wider.expenseType : null,
      ...(act.foreign ? this.#sentAt(act) : {}),
    };
  }

  #sentAt({ count }: WiderAct): object {
    const { rates } = this.#premises;
    return count % 2 ? { rate_fk: rates[(count >> 1) % rates.length] } : { rate: `${1450 + count}.1` };
  }

  #line(act: WiderAct) {
    return { item_fk: this.#premises.items[act.of % 2], unit_fk: this.#premises.unit, quantity: String(act.count) };
  }
}

const LATER: Readonly<Partial<Record<WiderAct['wider'], readonly string[]>>> = {
  allocate: ['customer_transaction', 'supplier_transaction'],
  unallocate: ['customer_transaction', 'supplier_transaction'],
  pay_out: ['dividend', 'remittance'],
};

const REVERSED_BY: Readonly<Record<string, readonly [back: string, again?: string]>> = {
  expense: ['return_to_draft', 'complete'],
  income: ['return_to_draft', 'complete'],
  opening_balance: ['reopen', 'finish'],
};
