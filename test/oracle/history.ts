/** A random history: its acts, the moments at which its books are compared, and the differences that were found. */
import fc from 'fast-check';
import type { CostRule } from '../../domain/costing/rules.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { AlwaysTrue } from './always-true.ts';
import { type Books, booksAt } from './books.ts';
import { YEARS } from './books-play.ts';
import { type AnyAct, acts, openBusiness } from './business.ts';
import { misclaimedLinks } from './links.ts';
import { impossible, misstated } from './said.ts';
import { unpaidCosts } from './unpaid-costs.ts';

export interface Look {
  /**
   * Selects an event: a type first, so that rare types are as probable as frequent ones, then an event of the type
   * (`of`).
   */
  readonly type: number;
  readonly of: number;
  readonly clock: string;
  readonly nextDay: boolean;
  /** The part of the log after the event that is known, between 0 and 1. */
  readonly known: number;
}

export interface History {
  readonly allowNegative: boolean;
  readonly looks: readonly Look[];
  readonly acts: readonly AnyAct[];
  /** The costing rule at the beginning. */
  readonly rule: CostRule;
}

const looks = fc.array(
  fc.record({
    type: fc.nat(),
    of: fc.nat(),
    clock: fc.constantFrom('00:00:00', '12:00:00', '23:59:00', '23:59:59', '23:59:59.9'),
    nextDay: fc.boolean(),
    known: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 4, maxLength: 4 },
);

/** The costing rule at the beginning of a history. */
export const rule = fc.constantFrom<CostRule>(
  ...Array.from({ length: 4 }, () => ({ scope: 'inventory', method: 'moving_average' }) as const),
  { scope: 'company', method: 'moving_average' },
  { scope: 'inventory', method: 'fifo' },
  { scope: 'company', method: 'fifo' },
);

/** Most histories are short, so that there are many; two of eleven have 60 to 200 acts. */
export const history: fc.Arbitrary<History> = fc.record({
  allowNegative: fc.boolean(),
  looks,
  acts: fc.oneof(
    { arbitrary: acts(4, 20), weight: 4 },
    { arbitrary: acts(20, 60), weight: 5 },
    { arbitrary: acts(60, 200), weight: 2 },
  ),
  rule,
});

export const longHistory: fc.Arbitrary<History> = fc.record({
  allowNegative: fc.boolean(),
  looks,
  acts: acts(60, 200),
  rule,
});

export const END = '2028-12-31T23:59:59.9';

/**
 * Returns the moments and known positions at which the books of a history are compared: the end of the log, and the
 * days of selected events.
 */
export function momentsOf({ looks: all }: History, events: readonly RecordedEvent[]): { at: string; known: bigint }[] {
  const head = events.at(-1)?.position ?? 0n;
  const types = [
    ...Map.groupBy(
      events.filter((event) => dayIn(event.data)),
      ({ type }) => type,
    ).values(),
  ];
  const some = all.flatMap(({ type, of, clock, nextDay, known }) => {
    const alike = types[type % Math.max(1, types.length)] ?? [];
    const event = alike[of % Math.max(1, alike.length)];
    const day = event && dayIn(event.data);
    if (!event || !day) return [];
    const on = nextDay ? new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10) : day;
    const later = BigInt(Math.floor(Number(head - event.position) * known));
    return [{ at: `${on}T${clock}`, known: event.position + later }];
  });
  return [{ at: END, known: head }, ...some];
}

/** Returns the date of an event's data, or of a document that the data contain. */
function dayIn(data: unknown): string | undefined {
  if (data === null || typeof data !== 'object') return undefined;
  const own = (data as { readonly date?: unknown }).date;
  if (typeof own === 'string') return own;
  return Object.values(data)
    .map(dayIn)
    .find((value) => value !== undefined);
}

/** Returns a sentence for each balance that differs. */
export function differing(found: Books, expected: Books): string[] {
  return (['ledger', 'stock', 'undelivered', 'parties'] as const).flatMap((part) =>
    [...new Set([...Object.keys(found[part]), ...Object.keys(expected[part])])]
      .filter((key) => found[part][key] !== expected[part][key])
      .map((key) => `${part}: ${key} is ${found[part][key] ?? 'nothing'}, not ${expected[part][key] ?? 'nothing'}`),
  );
}

/** Events that may change the cost of a piece, or what a customer gets back. */
const MOVES_VALUE =
  /^(purchase|purchase_return|landed_cost|sale|sale_return|pos_sale|inventory_adjustment|direct_adjustment|conversion|production|recalculation|stock_transfer|asset_disposal)\./;

export interface Played {
  readonly wrong: readonly string[];
  readonly events: readonly RecordedEvent[];
}

/**
 * Plays a history without a database. Checks the invariants after every command, and compares the books with the oracle
 * at the end. Returns what is wrong, and stops at the first act after which an invariant is broken.
 */
export async function played(history: History): Promise<Played> {
  const business = await openBusiness(history.allowNegative, YEARS, history.rule);
  const { books, store } = business;
  const truth = new AlwaysTrue(books, store);
  let broken: string[] = [];
  await books.catchUp();
  const nameOf = (account: number) => books.nameOf(account);
  let seen = await store.head();
  business.shop.afterCommand = async () => {
    await books.catchUp();
    broken = [...broken, ...(await truth.broken())];
    const since = await store.readAll(seen, 10_000);
    seen = since.at(-1)?.position ?? seen;
    if (since.some(({ type }) => MOVES_VALUE.test(type))) broken.push(...impossible(await business.events(), nameOf));
  };
  for (const [index, act] of history.acts.entries()) {
    await business.run(act);
    await business.shop.afterCommand();
    if (broken.length === 0) continue;
    return { wrong: broken.map((name) => `after act ${index}: ${name}`), events: await business.events() };
  }
  const events = await business.events();
  for (const { at, known } of momentsOf(history, events)) {
    const wrong = differing(books.tablesAt(at, known), booksAt(events, at, known, nameOf));
    if (wrong.length > 0) return { wrong: wrong.map((name) => `as at ${at}, known at ${known}: ${name}`), events };
  }
  const unpaid = unpaidCosts(books.rows.pools).map((finding) => `verify would say: ${finding}`);
  return {
    wrong: [...unpaid, ...misstated(events, nameOf), ...(await misclaimedLinks(store, events, nameOf))],
    events,
  };
}
