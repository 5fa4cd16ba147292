/** A random history: what happens in it, when it is looked at, and everything that is wrong with its books. */
import fc from 'fast-check';
import type { CostRule } from '../../domain/costing/rules.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { AlwaysTrue } from './always-true.ts';
import { type Books, booksAt } from './books.ts';
import { YEARS } from './books-play.ts';
import { type AnyAct, acts, openBusiness } from './business.ts';
import { misclaimedLinks } from './links.ts';
import { misstated } from './said.ts';

export interface Look {
  /** Which event it is about: one of a type, the rare ones as often as the others. */
  readonly type: number;
  readonly of: number;
  readonly clock: string;
  readonly nextDay: boolean;
  /** How much of the log after it is known. */
  readonly known: number;
}

export interface History {
  readonly allowNegative: boolean;
  readonly looks: readonly Look[];
  readonly acts: readonly AnyAct[];
  /** How goods are valued from the beginning. */
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

const rule = fc.constantFrom<CostRule>(
  ...Array.from({ length: 6 }, () => ({ scope: 'inventory', method: 'moving_average' }) as const),
  { scope: 'company', method: 'moving_average' },
  { scope: 'inventory', method: 'fifo' },
  { scope: 'company', method: 'fifo' },
);

/** Most are short, so that there are many; two of eleven go up to 200 commands. */
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

/** Moments and positions that a history is looked at: everything, and the days of events and what was known of them. */
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

/** The day that a fact counts on, its own or that of what it carries. */
function dayIn(data: unknown): string | undefined {
  if (data === null || typeof data !== 'object') return undefined;
  const own = (data as { readonly date?: unknown }).date;
  if (typeof own === 'string') return own;
  return Object.values(data)
    .map(dayIn)
    .find((value) => value !== undefined);
}

/** The lines in which two books differ. */
export function differing(found: Books, expected: Books): string[] {
  return (['ledger', 'stock', 'parties'] as const).flatMap((part) =>
    [...new Set([...Object.keys(found[part]), ...Object.keys(expected[part])])]
      .filter((key) => found[part][key] !== expected[part][key])
      .map((key) => `${part}: ${key} is ${found[part][key] ?? 'nothing'}, not ${expected[part][key] ?? 'nothing'}`),
  );
}

export interface Played {
  readonly wrong: readonly string[];
  readonly events: readonly RecordedEvent[];
}

/**
 * Plays it without a database: what always holds is asked after every command, and at the end the books are held
 * against those of a pencil. Gives what is wrong, and stops at the first act that made it so.
 */
export async function played(history: History): Promise<Played> {
  const business = await openBusiness(history.allowNegative, YEARS, history.rule);
  const { books, store } = business;
  const truth = new AlwaysTrue(books, store);
  let broken: string[] = [];
  await books.catchUp();
  business.shop.afterCommand = async () => {
    await books.catchUp();
    broken = [...broken, ...(await truth.broken())];
  };
  for (const [index, act] of history.acts.entries()) {
    await business.run(act);
    await business.shop.afterCommand();
    if (broken.length === 0) continue;
    return { wrong: broken.map((name) => `after act ${index}: ${name}`), events: await business.events() };
  }
  const events = await business.events();
  const nameOf = (account: number) => books.nameOf(account);
  for (const { at, known } of momentsOf(history, events)) {
    const wrong = differing(books.tablesAt(at, known), booksAt(events, at, known, nameOf));
    if (wrong.length > 0) return { wrong: wrong.map((name) => `as at ${at}, known at ${known}: ${name}`), events };
  }
  return { wrong: [...misstated(events, nameOf), ...(await misclaimedLinks(store, events, nameOf))], events };
}
