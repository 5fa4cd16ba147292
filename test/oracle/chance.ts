/** The random values of an act, and the records that acts use. */
import fc from 'fast-check';
import { dateOf } from '../projector/acts.ts';
import { IQD, type Premises, type Shop, USD } from '../projector/shop.ts';

export interface Chance {
  readonly day: number;
  readonly month?: number;
  readonly time: string | null;
  readonly outlet: number;
  readonly other: number;
  readonly count: number;
  readonly amount: number;
  readonly foreign: boolean;
  readonly flag: boolean;
  readonly of: number;
}

export const chance = {
  day: fc.integer({ min: 1, max: 28 }),
  time: fc.constantFrom(null, null, '09:15', '23:59:30'),
  outlet: fc.integer({ min: 0, max: 2 }),
  other: fc.integer({ min: 0, max: 2 }),
  count: fc.integer({ min: 1, max: 20 }),
  amount: fc.integer({ min: 1, max: 999_999 }),
  foreign: fc.boolean(),
  flag: fc.boolean(),
  of: fc.nat(),
};

/**
 * Three outlets with one inventory each. `cashes`: cash in dinars, cash in dollars, a bank account in dinars, a bank
 * account in dollars.
 */
export interface Places {
  readonly outlets: readonly number[];
  readonly inventories: readonly number[];
  readonly cashes: readonly number[];
  readonly remittances: readonly number[];
  /** Cash of the second outlet only: in dinars, and in dollars. */
  readonly elsewhere: readonly number[];
  readonly expenseType: number;
  readonly incomeType: number;
  readonly stockholder: number;
}

export async function openPlaces(shop: Shop, premises: Premises): Promise<Places> {
  const third = await shop.register('outlet', { outlet_name: 'Citadel' });
  const store = await shop.register('inventory', { inventory_name: 'Cellar', outlet_fk: third });
  const cash = (account_name: string, cash_type: number, currency_fk: number, of: object = {}) =>
    shop.register('cash', { account_name, cash_type, currency_fk, allow_overdraft: true, ...of });
  const second = { outlet_fk: premises.outlets[1] };
  return {
    outlets: [...premises.outlets, third],
    inventories: [...premises.inventories.slice(0, 2), store],
    cashes: [...premises.cashes, await cash('Bank', 2, IQD), await cash('Dollars in the bank', 2, USD)],
    remittances: [await cash('On its way', 3, IQD), await cash('Dollars on their way', 3, USD)],
    elsewhere: [await cash('Airport', 1, IQD, second), await cash('Airport, dollars', 1, USD, second)],
    expenseType: await shop.register('expense_type', { type_name: 'Rent' }),
    incomeType: await shop.register('income_type', { type_name: 'Interest' }),
    stockholder: await shop.register('stockholder', { stockholder_name: 'Dilan' }),
  };
}

export function placeOf(places: Places, act: Chance) {
  return { outlet_fk: places.outlets[act.outlet] as number, date: dateOf(act), time: act.time };
}

export function storedAt(places: Places, act: Chance) {
  return { ...placeOf(places, act), inventory_fk: places.inventories[act.outlet] as number };
}

/** `of` ÷ `by`, with four decimals. */
export function decimal(of: number, by: number): string {
  return (of / by).toFixed(4);
}

/** `of` ÷ `by` as an amount that can be paid, above zero: whole dinars, or dollars with two decimals. */
export function payable(of: number, by: number, isDollars: boolean): string {
  return isDollars ? Math.max(of / by, 0.01).toFixed(2) : Math.max(of / by, 1).toFixed(0);
}

/** Dinars; or dollars at the rate of a record or at a typed rate. */
export function currencyOf({ foreign, count }: Chance, { rates }: Premises): object {
  if (!foreign) return { currency_fk: IQD };
  const rate = count % 3 > 0 ? { rate_fk: rates[(count >> 2) % rates.length] } : { rate: `${1450 + count * 3}.37` };
  return { currency_fk: USD, ...rate };
}

export function amountOf(act: Chance, premises: Premises): object {
  return { ...currencyOf(act, premises), amount: payable(act.amount, act.foreign ? 1480 : 1, act.foreign) };
}

interface Entered {
  readonly kind: string;
  readonly id: number;
  readonly body: object;
}

/** Enters documents, and finds them again for later transitions. */
export class Desk {
  readonly shop: Shop;
  readonly #entered: Entered[] = [];

  constructor(shop: Shop) {
    this.shop = shop;
  }

  async enter(kind: string, body: object, then?: string): Promise<number | undefined> {
    const answer = await this.shop.enter(kind, body);
    if (!answer) return undefined;
    this.#entered.push({ kind, id: answer.id, body });
    if (then) await this.shop.transit(kind, answer.id, then);
    return answer.id;
  }

  find(kinds: readonly string[] | undefined, of: number): Entered | undefined {
    const found = this.#entered.filter(({ kind }) => !kinds || kinds.includes(kind));
    return found[of % Math.max(1, found.length)];
  }

  last(kind: string): number | undefined {
    return this.#entered.findLast((entered) => entered.kind === kind)?.id;
  }

  async later(kinds: readonly string[], of: number, transition: string, body: object = {}): Promise<void> {
    const found = this.find(kinds, of);
    if (found) await this.shop.transit(found.kind, found.id, transition, body);
  }
}
