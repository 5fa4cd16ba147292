/**
 * A day at the tills of two shops: what customers, cashiers, the network and the clocks do, chosen by a seed. Each step is
 * done at a till with the code of the till and, beside it, calculated by hand.
 */

import { BONUS_LINE } from '../../domain/pricing/totals.ts';
import { defined } from '../../domain/values/defined.ts';
import { Chance } from '../../tools/demo/chance.ts';
import { NEW_SALE } from '../../web/till/selling/sale-store.ts';
import { caughtUp } from '../api/tilling.ts';
import { basketFor, discountText, earned, pieces, STEPS, type Step, text, typedOver, type Wanted } from './baskets.ts';
import {
  costs,
  type Drawer,
  dueInNotes,
  expectedCents,
  expectedIn,
  type Given,
  inDinars,
  type Off,
  type Receipt,
  totalOf,
} from './by-hand.ts';
import type { Handed, OpenDrawer, Till } from './device.ts';
import { chosenBack, ordinary } from './returns.ts';
import { DAY, type DayShop, type Outlet, openDayShop, type TillOfDay } from './shop.ts';

const OPENS = '08:00:00';
const OPEN_MS = 12 * 3_600_000;
const TWO_YEARS_MS = 2 * 365 * 86_400_000;

/** A drawer at the device and by hand. */
export interface Shift {
  readonly open: OpenDrawer;
  readonly hand: Drawer;
  readonly till: Till;
  counted: { readonly dinars: bigint; readonly cents: bigint };
}

type Stayed = Parameters<DayShop['hand']['opened']>[1];

interface Desk extends TillOfDay {
  readonly outlet: Outlet;
  shift: Shift;
}

export interface SoldReceipt {
  readonly desk: Desk;
  readonly uuid: string;
  readonly number: string;
  readonly receipt: Receipt;
}

const dollarsOf = (cents: bigint): string => text(cents * 10_000n);

export class Day {
  readonly shop: DayShop;
  readonly history: string[] = [];
  readonly receipts: SoldReceipt[] = [];
  readonly refunds: { readonly uuid: string; readonly total: bigint; readonly desk: Desk }[] = [];
  readonly shifts: Shift[] = [];
  /** The rule for which an entry waits for a review, by its UUID: of a clock that nobody corrected, for instance. */
  readonly expectedReviews = new Map<string, string>();
  /** How often each kind of step was taken; one that the network did not allow became a plain sale. */
  readonly taken = new Map<string, number>();
  readonly #chance: Chance;
  readonly #desks: readonly Desk[];
  readonly #steps: number;
  readonly #clock: { nowMs: number };

  private constructor(shop: DayShop, clock: { nowMs: number }, { steps, seed }: { steps: number; seed: number }) {
    this.shop = shop;
    this.#clock = clock;
    this.#steps = steps;
    this.#chance = new Chance(seed);
    this.#desks = shop.outlets.flatMap((outlet) =>
      outlet.tills.map((till) => ({ ...till, outlet, shift: undefined as unknown as Shift })),
    );
  }

  /** Plays the whole day. An error names all steps until then. */
  static async play(of: { readonly steps: number; readonly seed: number }): Promise<Day> {
    const clock = { nowMs: new Date(`${DAY}T${OPENS}`).getTime() };
    const shop = await openDayShop(() => clock.nowMs, of.seed);
    const day = new Day(shop, clock, of);
    await day.told(() => day.#run());
    return day;
  }

  /** Does it, and adds the history of the day to its error. */
  async told(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      throw new Error(`${said}\n\nThe day until then:\n${this.history.join('\n')}`, { cause: error });
    }
  }

  async #run(): Promise<void> {
    for (const [index, desk] of this.#desks.entries()) {
      await this.#open(desk, defined(desk.outlet.cashiers[index % 2], 'a cashier'), { dinars: 0n, cents: 0n });
    }
    for (let step = 0; step < this.#steps; step += 1) {
      this.#clock.nowMs += Math.floor(OPEN_MS / this.#steps);
      await this.#weather(step);
      if (step === Math.floor(this.#steps / 2)) await this.#changeShifts();
      const desk = defined(this.#desks[step % this.#desks.length], 'a desk');
      if (step % 9 === 4) await this.#moveCash(desk);
      // Every kind comes in every round, at another desk each time.
      const round = Math.floor(step / STEPS.length);
      await this.#step(defined(STEPS[(step + round) % STEPS.length], 'a step'), desk);
    }
    for (const desk of this.#desks) {
      await this.#close(desk, { isLast: true });
      desk.till.isOnline = true;
      await desk.till.send();
    }
    await caughtUp(this.shop.office);
  }

  #count(kind: string): void {
    this.taken.set(kind, (this.taken.get(kind) ?? 0) + 1);
  }

  #say(desk: Desk, what: string): void {
    const { date, time } = desk.till.moment();
    const away = desk.till.isOnline ? '' : ', without the network';
    this.history.push(`${this.history.length + 1}. ${desk.till.place.name} ${date} ${time}${away}: ${what}`);
  }

  /** The network of a shop goes and comes back; the battery of a till's clock is empty for an hour. */
  async #weather(step: number): Promise<void> {
    const at = (share: number) => step === Math.floor(this.#steps * share);
    const [first, second, , last] = this.#desks as readonly [Desk, Desk, Desk, Desk];
    const online = async (desk: Desk, isOnline: boolean) => {
      desk.till.isOnline = isOnline;
      this.#say(desk, isOnline ? 'the network is back' : 'the network is gone');
      if (isOnline) await desk.till.send();
    };
    if (at(0.1)) await online(first, false);
    if (at(0.3)) await online(first, true);
    if (at(0.32)) {
      await online(second, false);
      second.till.clock = { aheadMs: TWO_YEARS_MS, offsetMs: 0 };
      this.#say(second, 'the clock is two years ahead');
    }
    if (at(0.42)) await online(second, true);
    if (at(0.6)) {
      second.till.clock = { aheadMs: 0, offsetMs: 0 };
      this.#say(second, 'the clock is right');
    }
    if (at(0.45)) await online(last, false);
    if (at(0.7)) await online(last, true);
    if (at(0.9)) await online(first, false);
  }

  async #open(desk: Desk, cashier: number, stayed: Stayed): Promise<void> {
    const { till, dinars, dollars, outlet } = desk;
    const figures = { float: 250_000n, sales: 0n, refunds: 0n, paidIn: 0n, paidOut: 0n };
    const hand: Drawer = {
      ...{ outlet: outlet.id, dinars, dollars, safe: outlet.safe, dollarSafe: outlet.dollarSafe, figures },
      ...{ inCents: { float: 10_000n, sales: 0n }, receipts: 0, returns: 0 },
    };
    const cash = till.cashOf(dinars, dollars);
    const opened = await till.write(cashier, {
      ...{ kind: 'open_drawer', outlet_fk: outlet.id, ...till.moment() },
      accounts: [
        { account_fk: dinars, safe_account_fk: outlet.safe, float_amount: String(figures.float) },
        {
          ...{ account_fk: dollars, safe_account_fk: outlet.dollarSafe, float_amount: dollarsOf(hand.inCents.float) },
          ...{ rate_fk: cash[1]?.rate_fk ?? null, rate: cash[1]?.rate ?? null },
        },
      ],
    });
    this.shop.hand.opened(hand, stayed);
    const { uuid } = opened.entry;
    desk.shift = { open: { uuid, cash, cashier }, hand, till, counted: { dinars: 0n, cents: 0n } };
    this.shifts.push(desk.shift);
    this.#note(desk, uuid, `cashier ${cashier} opens the drawer with 250,000 and 100 dollars`);
  }

  /** Says it, and remembers an entry of a wrong clock. */
  #note(desk: Desk, uuid: string, what: string): void {
    const { aheadMs, offsetMs } = desk.till.clock;
    if (aheadMs + offsetMs !== 0) this.expectedReviews.set(uuid, 'clock_impossible');
    this.#say(desk, what);
  }

  async #close(desk: Desk, { isLast }: { isLast: boolean }): Promise<Stayed> {
    const { till, shift } = desk;
    const { hand, open } = shift;
    const [dinars, cents] = [expectedIn(hand), expectedCents(hand)];
    const shown = till.figures(open);
    const said = shown.cash.map(({ expected }) => expected / 100n);
    if (said[0] !== dinars * 100n || said[1] !== cents) {
      throw new Error(`The till expects ${said} hundredths, by hand ${dinars} dinars and ${cents} cents`);
    }
    const counted = {
      dinars: dinars + this.#chance.pick([0n, 0n, -250n, -1_000n, 500n]),
      cents: cents + this.#chance.pick([0n, 0n, 0n, -100n, 500n]),
    };
    const left = isLast ? { dinars: 0n, cents: 0n } : { dinars: 50_000n, cents: 2_000n };
    const named = { drawer: { uuid: open.uuid }, ...till.moment() };
    const [account_fk, dollars] = [desk.dinars, desk.dollars];
    const count = await till.write(open.cashier, {
      ...{ kind: 'count', ...named },
      accounts: [
        { account_fk, counted_amount: String(counted.dinars) },
        { account_fk: dollars, counted_amount: dollarsOf(counted.cents) },
      ],
    });
    const close = await till.write(open.cashier, {
      ...{ kind: 'close_drawer', ...named },
      accounts: [
        { account_fk, left_amount: String(left.dinars), expected_amount: String(dinars) },
        { account_fk: dollars, left_amount: dollarsOf(left.cents), expected_amount: dollarsOf(cents) },
      ],
    });
    shift.counted = counted;
    this.shop.hand.closed(hand, counted, left);
    this.#note(
      desk,
      count.entry.uuid,
      `counts ${counted.dinars} of ${dinars} dinars, ${counted.cents} of ${cents} cents`,
    );
    this.#note(desk, close.entry.uuid, `closes the drawer, ${left.dinars} dinars stay`);
    return left;
  }

  /** At noon the two cashiers of each shop change their tills, and part of the money stays in the drawer. */
  async #changeShifts(): Promise<void> {
    const left: Stayed[] = [];
    for (const desk of this.#desks) left.push(await this.#close(desk, { isLast: false }));
    for (const [index, desk] of this.#desks.entries()) {
      const cashier = defined(desk.outlet.cashiers[(index + 1) % 2], 'a cashier');
      const isWaiting = this.#desks.some(({ till, shift }) => !till.isOnline && shift.open.cashier === cashier);
      await this.#open(desk, cashier, defined(left[index], 'what stays'));
      // The closing of the cashier's other drawer has not arrived.
      if (isWaiting && desk.till.isOnline) this.expectedReviews.set(desk.shift.open.uuid, 'cashier_has_drawer');
    }
  }

  async #moveCash(desk: Desk): Promise<void> {
    const { till, shift } = desk;
    const moved = { drawer: { uuid: shift.open.uuid }, ...till.moment(), account_fk: desk.dinars };
    if (this.#chance.inHundred(50)) {
      const { entry } = await till.write(shift.open.cashier, {
        ...{ kind: 'pay_in', ...moved, amount: '25000', note: 'small change' },
      });
      this.shop.hand.paidIn(shift.hand, 25_000n);
      return this.#note(desk, entry.uuid, '25,000 come from the safe');
    }
    const { entry } = await till.write(shift.open.cashier, {
      ...{ kind: 'pay_out', ...moved, amount: '3250', expense_type_fk: this.shop.expenseType },
    });
    this.shop.hand.paidOut(shift.hand, 3_250n);
    this.#note(desk, entry.uuid, '3,250 are paid for tea');
  }

  async #step(step: Step, desk: Desk): Promise<void> {
    switch (step) {
      case 'parts':
        return this.#refund(desk);
      case 'exchange':
        return this.#exchange(desk);
      case 'without receipt':
        return this.#takeBack(desk);
      case 'aside':
        return this.#aside(desk);
      case 'medicine':
        // On a day of another year it has expired, and the till does not sell it.
        if (desk.till.moment().date !== DAY)
          return this.#sell('plain', desk, basketFor('plain', desk.till.isOnline, this.#chance));
        return this.#sell(step, desk, basketFor(step, desk.till.isOnline, this.#chance));
      default:
        return this.#sell(step, desk, basketFor(step, desk.till.isOnline, this.#chance));
    }
  }

  async #sell(step: Step, desk: Desk, wanted: readonly Wanted[], from = NEW_SALE, exchanged = 0n): Promise<void> {
    const { till, shift } = desk;
    const store = await till.basket(
      shift.open.cashier,
      wanted.flatMap(({ codes }) => codes),
      typedOver(wanted),
      from,
    );
    const off = this.#offOf(step);
    const customer = step === 'credit' ? this.#chance.pick(this.shop.customers) : undefined;
    store.edit((cart) => ({
      ...cart,
      ...(off ? { discount: discountText(off) } : {}),
      ...(customer ? { customer: till.customer(customer) } : {}),
    }));
    await this.#pay(step, desk, { store, wanted, off, exchanged });
  }

  #offOf(step: Step): Off | undefined {
    if (step !== 'discount' || this.#chance.inHundred(50)) return undefined;
    return this.#chance.inHundred(50) ? { percent: 250n } : { amount: 40n };
  }

  async #pay(
    step: Step,
    desk: Desk,
    {
      store,
      wanted,
      off,
      exchanged,
    }: {
      readonly store: Awaited<ReturnType<Till['basket']>>;
      readonly wanted: readonly Wanted[];
      readonly off: Off | undefined;
      readonly exchanged: bigint;
    },
  ): Promise<void> {
    const { till, shift } = desk;
    const bought = earned(wanted, till.moment().date);
    const total = totalOf(costs(bought, off));
    const own = this.#given(step, total - exchanged);
    const paid = await till.pay(store, shift.open, () => handedOver(own));
    const given = { ...own, dinars: (own.dinars ?? 0n) + exchanged };
    const receipt = this.shop.hand.sold(shift.hand, bought, off, given);
    const goods = wanted.map((line) => `${text(line.count)} ${line.isBox ? 'box ' : ''}${line.goods}`).join(', ');
    this.#note(desk, paid.uuid, `${step}: ${goods}; ${paid.number} for ${paid.total}, change ${paid.change}`);
    if (paid.total !== String(receipt.total) || paid.change !== String(receipt.change)) {
      throw new Error(`By hand ${receipt.total}, change ${receipt.change}; at the till ${JSON.stringify(paid)}`);
    }
    this.receipts.push({ desk, uuid: paid.uuid, number: paid.number, receipt });
    this.#count(step);
    if (!till.isOnline) this.#count('without the network');
    if (receipt.lines.some(({ free = 0n }) => free > 0n)) this.#count('free goods');
  }

  #given(step: Step, due: bigint): Given {
    if (due <= 0n) return {};
    const chance = this.#chance;
    const notes = (amount: bigint): bigint => {
      const note = chance.pick([250n, 250n, 5_000n, 10_000n, 25_000n]);
      return note === 250n ? dueInNotes(amount) : ((amount + note - 1n) / note) * note;
    };
    switch (step) {
      case 'dollars': {
        const whole = (due / inDinars(100n) + BigInt(chance.between(1, 4))) * 100n;
        return { cents: whole };
      }
      case 'dollars and dinars': {
        const cents = (due / 2n / 74n) * 5n;
        return cents === 0n ? { dinars: notes(due) } : { cents, dinars: notes(due - inDinars(cents)) };
      }
      case 'app': {
        const app = chance.inHundred(40) ? due : due / 3n;
        return app === due ? { app } : { app, dinars: notes(due - app) };
      }
      case 'credit': {
        const credit = chance.inHundred(40) ? due : due / 2n;
        return credit === due ? { credit } : { credit, dinars: notes(due - credit) };
      }
      default:
        return { dinars: notes(due) };
    }
  }

  /** One till parks the sale, and the other one of the shop takes it up; without the network it is an ordinary sale. */
  async #aside(desk: Desk): Promise<void> {
    const other = defined(
      this.#desks.find((each) => each.outlet === desk.outlet && each !== desk),
      'the other till',
    );
    const wanted = basketFor('plain', desk.till.isOnline, this.#chance);
    if (!desk.till.isOnline || !other.till.isOnline) return this.#sell('plain', desk, wanted);
    const codes = wanted.flatMap((line) => line.codes);
    const parked = await desk.till.basket(desk.shift.open.cashier, codes, typedOver(wanted));
    const uuid = await desk.till.park(desk.shift.open.cashier, parked);
    this.#say(desk, 'parks a sale');
    const cart = await other.till.takeUp(uuid);
    const store = await other.till.basket(other.shift.open.cashier, [], () => cart);
    await this.#pay('aside', other, { store, wanted, off: undefined, exchanged: 0n });
  }

  /** Receipts of the shop that this till can find and of which something is left. */
  #refundable(desk: Desk): readonly SoldReceipt[] {
    return this.receipts.filter(
      (sold) =>
        sold.desk.outlet === desk.outlet &&
        (sold.desk === desk || (desk.till.isOnline && sold.desk.till.isOnline)) &&
        ordinary(sold.receipt).length > 0,
    );
  }

  async #refund(desk: Desk): Promise<void> {
    const sold = this.#refundable(desk).slice(-24);
    if (sold.length === 0) return this.#sell('plain', desk, basketFor('plain', desk.till.isOnline, this.#chance));
    await this.#bringBack(desk, this.#chance.pick(sold), false);
  }

  async #bringBack(desk: Desk, sold: SoldReceipt, isExchange: boolean) {
    const { till, shift } = desk;
    const { receipt } = sold;
    const { back, keeps } = chosenBack(receipt, this.#chance);
    if (till.isOnline) await caughtUp(this.shop.office);
    const found = await till.find(sold.number);
    const { kept, exchange } = await till.refund(
      found,
      (lines) =>
        new Map(
          back.flatMap(({ line, count, free = 0n }) => {
            const id = found.receipt.lines[receipt.lines.indexOf(line)]?.line_id ?? 0;
            const counts: [number, bigint][] = [
              [id, count],
              [id + BONUS_LINE, free],
            ];
            return counts.flatMap(([key, each]) =>
              each > 0n && lines.some((line_) => line_.key === key) ? [[key, text(each)] as const] : [],
            );
          }),
        ),
      shift.open,
      isExchange,
    );
    const hand = this.shop.hand.refunded(shift.hand, receipt, back, keeps);
    const { content } = kept.entry;
    const goods = back.map(({ line, count, free = 0n }) => `${text(count + free)} ${line.goods}`).join(', ');
    const what = `${isExchange ? 'exchanges' : 'takes back'} ${goods} of ${sold.number}`;
    const at = content.kind === 'refund' ? content : undefined;
    this.#note(desk, kept.entry.uuid, `${what}, worth ${at?.total}, for ${JSON.stringify(at?.payments)}`);
    const paid = (method: string) => at?.payments.find((payment) => payment.method === method)?.amount ?? '0';
    const said = [at?.total, ...['credit', 'app', 'cash'].map(paid)];
    const wanted = [hand.total, hand.credit, hand.app, hand.cash].map(String);
    if (said.join() !== wanted.join()) throw new Error(`By hand ${wanted}; at the till ${said}`);
    this.refunds.push({ uuid: kept.entry.uuid, total: hand.total, desk });
    if (!isExchange) this.#count('parts');
    if (sold.desk !== desk) this.#count('parts of the other till');
    if (keeps > 0n) this.#count('a gift stays');
    return { exchange, cash: hand.cash };
  }

  async #exchange(desk: Desk): Promise<void> {
    const sold = this.#refundable(desk).filter(({ receipt: { given } }) => !given.app && !given.credit);
    const wanted = basketFor('plain', desk.till.isOnline, this.#chance);
    if (sold.length === 0) return this.#sell('plain', desk, wanted);
    const { exchange, cash } = await this.#bringBack(desk, this.#chance.pick(sold.slice(-24)), true);
    await this.#sell('exchange', desk, wanted, { ...NEW_SALE, exchange }, cash);
  }

  async #takeBack(desk: Desk): Promise<void> {
    const { till, shift } = desk;
    const wanted = [pieces('soap', BigInt(this.#chance.between(1, 3))), pieces('nuts', 1n)];
    const store = await till.basket(
      shift.open.cashier,
      wanted.flatMap(({ codes }) => codes),
      typedOver(wanted),
    );
    const { entry } = await till.takeBack(store, shift.open);
    const hand = this.shop.hand.takenBack(shift.hand, earned(wanted, till.moment().date));
    const { content } = entry;
    const said = content.kind === 'refund' ? [content.total, content.payments[0]?.amount] : [];
    this.#note(desk, entry.uuid, `takes back soap and nuts without a receipt: ${said}`);
    if (said.join() !== [hand.total, hand.cash].join()) throw new Error(`By hand ${hand.total}, ${hand.cash}`);
    this.refunds.push({ uuid: entry.uuid, total: hand.total, desk });
    this.#count('without receipt');
  }
}

const handedOver = ({ dinars, cents, app, credit }: Given): readonly Handed[] => [
  ...(app ? [{ method: 'app', currency: 1, amount: String(app) } as const] : []),
  ...(credit ? [{ method: 'credit', currency: 1, amount: String(credit) } as const] : []),
  ...(cents ? [{ method: 'cash', currency: 2, amount: dollarsOf(cents) } as const] : []),
  ...(dinars ? [{ method: 'cash', currency: 1, amount: String(dinars) } as const] : []),
];
