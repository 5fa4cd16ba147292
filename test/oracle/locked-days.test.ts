/**
 * Whatever is done after a lock, the books of its days stay as they were: all acts of the random histories are tried on
 * them, by somebody who may do everything else.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { cases, SEED } from '../support/ring.ts';
import { type AnyAct, acts, everyAct, openBusiness } from './business.ts';

const UNTIL = '2026-03-31';
const MONTHS = 5;
const MORE = cases(120, 600);
const MONEY: readonly string[] = ['cash', 'bank', 'remittance'];
const TAXES: readonly string[] = ['input-tax', 'output-tax'];

type Business = Awaited<ReturnType<typeof openBusiness>>;
interface Area {
  readonly locked_area: string;
  /** True when only the second outlet is locked. */
  readonly isOfOneOutlet?: true;
  /** Whether the lock holds a line that a document of the folder posts; all of them when absent. */
  readonly holds?: (line: EntryLine, folder: string) => boolean;
}

const AREAS: readonly Area[] = [
  { locked_area: 'all' },
  { locked_area: 'all', isOfOneOutlet: true },
  { locked_area: 'sales', holds: (_, folder) => folder === 'sales' || folder === 'till' },
  { locked_area: 'purchases', holds: (_, folder) => folder === 'purchasing' },
  { locked_area: 'journals', isOfOneOutlet: true, holds: (_, folder) => folder === 'ledger' },
  { locked_area: 'stock', holds: ({ account }) => account.key === 'inventory' },
  { locked_area: 'cash', isOfOneOutlet: true, holds: ({ account }) => MONEY.includes(account.key) },
  { locked_area: 'tax', holds: ({ account }) => TAXES.includes(account.key) },
];

const month = (act: AnyAct, index: number): AnyAct => ({ ...act, month: (index % MONTHS) + 1 });

type Sums = Readonly<Record<string, bigint>>;

function added(lines: Iterable<readonly [key: string, amount: bigint]>): Sums {
  const sums = new Map<string, bigint>();
  for (const [key, amount] of lines) sums.set(key, (sums.get(key) ?? 0n) + amount);
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).toSorted());
}

/** The entry that closes a year is not held by a lock: it changes nothing that a lock protects. */
const isClose = (stream: string): boolean => stream.startsWith('year_close-');

/** The ledger of the locked days, with the costs of goods, by day, document and account. */
async function ledger({ books }: Business): Promise<Sums> {
  await books.catchUp();
  const rows = books.rows.journal.filter(({ at, document }) => at.slice(0, 10) <= UNTIL && !isClose(document));
  return added(
    rows.map(({ at, document, account, outlet, party, base }) => {
      return [`${at.slice(0, 10)} ${document} ${account} ${outlet} ${party}`, base];
    }),
  );
}

/** What the documents post on the locked days of what the lock holds, without costs: they follow from all goods. */
async function heldLines({ shop, events, places }: Business, { holds, isOfOneOutlet }: Area): Promise<Sums> {
  const streams = [...new Set((await events()).map(({ stream }) => stream))].filter((stream) => !isClose(stream));
  const states = await shop.handler.states.read(streams);
  const lines = [...states].flatMap(([stream, { state }]) => {
    const kind = shop.kinds.get(stream.slice(0, stream.lastIndexOf('-')));
    if (kind?.is !== 'document') return [];
    const { folder } = kind.declaration;
    return kind.declaration.postingsOf(state, stream).flatMap(({ effective, lines }) =>
      lines
        .filter((line) => effective.slice(0, 10) <= UNTIL && (holds?.(line, folder) ?? true))
        .filter(({ outlet }) => !isOfOneOutlet || outlet === places.outlets[1])
        .map(({ account, outlet, base }) => {
          return [`${effective.slice(0, 10)} ${stream} ${account.key} ${account.of} ${outlet}`, base] as const;
        }),
    );
  });
  return added(lines);
}

describe('days that are locked for everybody', () => {
  it.each(AREAS)('keep their $locked_area, whatever is tried (one outlet: $isOfOneOutlet)', async (area) => {
    const business = await openBusiness(false);
    business.clock.now = new Date('2026-06-20T09:00:00Z');
    const [first = []] = fc.sample(acts(MORE, MORE), { numRuns: 1, seed: SEED });
    const each = fc.sample(everyAct, { numRuns: 2, seed: SEED + 1 }).flat();
    for (const [index, act] of [...each, ...first].entries()) await business.run(month(act, index));

    const { locked_area } = area;
    const outlet_fk = area.isOfOneOutlet ? (business.places.outlets[1] ?? 0) : null;
    const lock = { locked_area, outlet_fk, locked_until: UNTIL, days_open: null, locked_for: 'everybody' };
    await business.shop.register('period_lock', { lock_reason: 'The quarter was declared', locks: [lock] });
    const read = async () => ({
      held: await heldLines(business, area),
      ...(locked_area === 'all' && outlet_fk === null ? { ledger: await ledger(business) } : {}),
    });
    const before = await read();
    expect(Object.keys(before.held).length).toBeGreaterThan(0);

    let locked = 0;
    const handle = business.shop.handle;
    business.shop.handle = async (request) => {
      try {
        return await handle(request);
      } catch (error) {
        if (error instanceof Refusal && error.issues.some(({ message }) => message.startsWith('locked_days')))
          locked += 1;
        throw error;
      }
    };
    const stored = await business.head();
    const [again = []] = fc.sample(acts(MORE, MORE), { numRuns: 1, seed: SEED + 2 });
    for (const [index, act] of [...each, ...again].entries()) await business.run(month(act, index));

    expect(await read()).toEqual(before);
    expect([await business.head()]).not.toEqual([stored]);
    expect(locked).toBeGreaterThan(0);
  });
});
