/** Acts at a till in a random history: its drawer, receipts with several payments, refunds, and payroll. */
import fc from 'fast-check';
import { dateOf } from '../projector/acts.ts';
import type { Premises, Shop } from '../projector/shop.ts';

export interface TillAct {
  readonly till:
    | 'open'
    | 'receipt'
    | 'refund'
    | 'part_refund'
    | 'goods_back'
    | 'pay_in'
    | 'pay_out'
    | 'close'
    | 'unclose'
    | 'payroll'
    | 'pay'
    | 'reverse';
  readonly day: number;
  readonly month?: number;
  readonly time: string | null;
  readonly count: number;
  readonly price: number;
  readonly flag: boolean;
  readonly dollars: boolean;
  readonly of: number;
}

export const TILL: readonly TillAct['till'][] = [
  ...(['open', 'open', 'receipt', 'receipt', 'receipt', 'receipt', 'refund', 'part_refund', 'goods_back'] as const),
  ...(['pay_in', 'pay_out', 'close', 'unclose'] as const),
  ...(['payroll', 'pay', 'reverse'] as const),
];

export const tillAct: fc.Arbitrary<TillAct> = fc.record({
  till: fc.constantFrom<TillAct['till']>(...TILL),
  day: fc.integer({ min: 1, max: 28 }),
  time: fc.constantFrom(null, null, '11:11'),
  count: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 100, max: 9999 }),
  flag: fc.boolean(),
  dollars: fc.boolean(),
  of: fc.nat(),
});

const DINARS_OF_DOLLAR = 1480;

export class TillPlay {
  readonly #shop: Shop;
  readonly #premises: Premises;
  readonly #drawers: readonly number[];
  readonly #expenseType: number;
  readonly #user: number;
  readonly #entered: { readonly kind: string; readonly id: number }[] = [];

  private constructor(shop: Shop, premises: Premises, drawers: readonly number[], expenseType: number, user: number) {
    this.#shop = shop;
    this.#premises = premises;
    this.#drawers = drawers;
    this.#expenseType = expenseType;
    this.#user = user;
  }

  static async open(shop: Shop, premises: Premises): Promise<TillPlay> {
    const drawer = (account_name: string, currency_fk: number) =>
      shop.register('cash', { account_name, cash_type: 1, currency_fk, allow_overdraft: true });
    const drawers = [await drawer('Drawer', 1), await drawer('Drawer, dollars', 2)];
    const expenseType = await shop.register('expense_type', { type_name: 'Tea' });
    const user = await shop.register('user', { user_name: 'Sara', email: 'sara@example.com' });
    return new TillPlay(shop, premises, drawers, expenseType, user);
  }

  async run(act: TillAct): Promise<void> {
    const { date, time } = this.#place(act);
    switch (act.till) {
      case 'open':
        return this.#enter('drawer', this.#opened(act));
      case 'receipt':
        return this.#enter('pos_sale', this.#receipt(act));
      case 'payroll': {
        // The cashier repays a shortage, or what a journal says that they owe.
        const repayment = act.flag ? String(act.count) : null;
        if (act.of % 2 === 0) await this.#owed(act);
        const lines = [{ user_fk: this.#user, base_salary: String(act.price), addition: '12', repayment }];
        const period = { from_date: '2026-02-01', to_date: '2026-02-28' };
        const outlet_fk = this.#premises.outlets[act.count % 2];
        return this.#enter('payroll', { outlet_fk, date, ...period, lines }, 'approve');
      }
      case 'refund':
        return this.#later('pos_sale', act, 'refund', { drawer_fk: this.#last('drawer'), date, time, reason: 'back' });
      case 'part_refund': {
        const lines = [{ line_id: 1, quantity: String((act.count % 3) + 1) }];
        // Typed notes are accepted as long as they are less than a step from what came back so far, and below what was kept.
        const notes = [{ method: 'cash', amount: String(250 * act.count), account_fk: this.#drawers[0] }];
        const payments = act.dollars ? { payments: notes } : {};
        const back = { drawer_fk: this.#last('drawer'), date, time, reason: 'one of them', lines, ...payments };
        return this.#later('pos_sale', act, 'refund', back);
      }
      case 'goods_back':
        return this.#enter('pos_sale', this.#goodsBack(act));
      case 'pay_in':
      case 'pay_out': {
        const moved = { date, time, account_fk: this.#drawers[act.flag ? 1 : 0], amount: String(act.count) };
        const expense = act.till === 'pay_out' ? { expense_type_fk: this.#expenseType } : {};
        return this.#later('drawer', act, act.till, { ...moved, ...expense });
      }
      case 'close': {
        const accounts = this.#drawers.map((account_fk) => ({ account_fk, counted_amount: String(act.price) }));
        await this.#later('drawer', act, 'count', { date, time, accounts });
        const left = this.#drawers.map((account_fk) => ({ account_fk, left_amount: String(act.count) }));
        await this.#shop.amend('system_setting', 1, {
          drawer_shortage_account: act.of % 3 === 0 ? 'cash_over_short' : 'cashier_receivable',
        });
        return this.#later('drawer', act, 'close', {
          ...{ date, time, accounts: act.flag ? left : null },
          difference_reason: 'counted so',
        });
      }
      case 'unclose':
        return this.#later('drawer', act, 'unclose', { reason: 'wrong' });
      case 'pay': {
        const paid = { date, time, account_fk: this.#premises.cashes[0] };
        const lines = act.flag ? { lines: [{ line_id: 1 }] } : {};
        if (act.dollars) {
          const deduction = act.of % 3 === 0 ? '10' : null;
          const pay = { line_id: 1, base_salary: String(act.price), addition: '12', deduction };
          await this.#later('payroll', act, 'correct', { ...pay, date, reason: 'wrong days' });
        }
        return this.#later('payroll', act, 'pay_out', { ...paid, ...lines });
      }
      default:
        return this.#later('payroll', act, 'reverse', { reason: 'wrong' });
    }
  }

  async #enter(kind: string, body: object, then?: string): Promise<void> {
    const answer = await this.#shop.enter(kind, body);
    if (!answer) return;
    this.#entered.push({ kind, id: answer.id });
    if (then) await this.#shop.transit(kind, answer.id, then);
  }

  async #later(kind: string, act: TillAct, transition: string, body: object): Promise<void> {
    const found = this.#entered.filter((value) => value.kind === kind);
    const document = found[act.of % Math.max(1, found.length)];
    if (document) await this.#shop.transit(kind, document.id, transition, body);
  }

  #last(kind: string): number | undefined {
    return this.#entered.findLast((value) => value.kind === kind)?.id;
  }

  /** A debt of the cashier, entered by hand. */
  async #owed(act: TillAct): Promise<void> {
    const { outlet_fk, date } = this.#place(act);
    const count = String(act.count);
    const lines = [
      { account: 1240, debit: count, currency_fk: 1, user_fk: this.#user },
      { account: 6300, credit: count, currency_fk: 1 },
    ];
    await this.#shop.enter('general_journal', { outlet_fk, date, lines, status: 'posted' });
  }

  #opened(act: TillAct): object {
    const [safe, dollarSafe] = this.#premises.cashes;
    const accounts = [
      { account_fk: this.#drawers[0], safe_account_fk: safe, float_amount: String(act.price) },
      { account_fk: this.#drawers[1], safe_account_fk: dollarSafe, float_amount: String(act.count), rate: '1475.5' },
    ];
    return { ...this.#place(act), user_fk: this.#user, accounts };
  }

  /** A receipt that is partly paid by app or on credit, and the rest in cash, in dinars or dollars, with change. */
  #receipt(act: TillAct): object {
    const { items, unit, customers } = this.#premises;
    const line = { item_fk: items[act.of % 3], unit_fk: unit, quantity: String(act.count), price: String(act.price) };
    const discount = act.flag ? { type: 'percent', value: '3.3' } : null;
    const whole = act.count * act.price;
    const other = Math.floor(whole / 3);
    const cash = act.dollars
      ? {
          method: 'cash',
          amount: String(Math.ceil(whole / 1000)),
          account_fk: this.#drawers[1],
          rate: String(DINARS_OF_DOLLAR),
        }
      : { method: 'cash', amount: String(whole), account_fk: this.#drawers[0] };
    return {
      ...this.#place(act),
      inventory_fk: this.#premises.inventories[0],
      drawer_fk: this.#last('drawer'),
      customer_fk: customers[act.of % 2],
      discount,
      lines: [{ ...line, tax_percent: '5' }],
      payments: [...(act.flag ? [{ method: act.of % 2 ? 'app' : 'credit', amount: String(other) }] : []), cash],
      status: act.of % 7 === 0 ? 'hold' : 'complete',
    };
  }

  /** A return without a receipt: refunded in cash, in dinars or dollars, or credited to a customer. */
  #goodsBack(act: TillAct): object {
    const { items, unit, customers } = this.#premises;
    const dollars = (act.price % 90) + 1;
    const price = act.dollars ? dollars * DINARS_OF_DOLLAR : act.price;
    const line = { item_fk: items[act.of % 3], unit_fk: unit, quantity: String(act.count), price: String(price) };
    const whole = String(act.count * price);
    const cash = act.dollars
      ? { amount: String(act.count * dollars), account_fk: this.#drawers[1], rate: String(DINARS_OF_DOLLAR) }
      : { amount: whole, account_fk: this.#drawers[0] };
    return {
      ...this.#place(act),
      inventory_fk: this.#premises.inventories[0],
      drawer_fk: this.#last('drawer'),
      customer_fk: customers[act.of % 2],
      lines: [line],
      payments: [act.flag ? { method: 'credit', amount: whole } : { method: 'cash', ...cash }],
      note: 'no receipt',
      status: 'return',
    };
  }

  #place(act: TillAct) {
    return { outlet_fk: this.#premises.outlets[0], date: dateOf(act), time: act.time };
  }
}
