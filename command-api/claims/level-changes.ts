/** Changes of levels between two states of a document, netted by key and day, and for goods by moment. */

import { pieceDelta, pieceKey } from '../../domain/batches/pieces.ts';
import { undeliveredKey } from '../../domain/deciding/level-marks.ts';
import { addedPostings } from '../../domain/entries/added-postings.ts';
import { type Movement, momentOf, type Posting } from '../../domain/entries/entry.ts';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { type Batch, batchKey } from '../../domain/values/batch.ts';
import { dateOf, type EffectiveDate, type EffectiveTime, validDate } from '../../domain/values/effective-date.ts';
import { printFixed } from '../../domain/values/fixed-point.ts';
import { MONEY_SCALE } from '../../domain/values/money.ts';
import { QUANTITY_SCALE } from '../../domain/values/quantity.ts';
import { RESIDUE_SCALE } from '../../domain/values/residue.ts';

/** The day of levels that have none: the sum of present facts. */
export const ANY_DAY = validDate('1900-01-01');

export type LevelKind =
  | { readonly level: 'stock'; readonly item: number; readonly inventory: number; readonly line: number }
  | (Batch & { readonly level: 'batch'; readonly item: number; readonly inventory: number; readonly line: number })
  /** Goods that are sold and not delivered, all of them or of a batch. */
  | { readonly level: 'undelivered' }
  /** Where a piece with a serial number stands (domain/batches/pieces.ts). */
  | { readonly level: 'piece'; readonly item: number; readonly inventory: number; readonly line: number }
  | { readonly level: 'cash'; readonly account: number }
  | { readonly level: 'debit'; readonly party: string }
  /** What the base amounts of an open item differ from its amount at its rate (domain/values/residue.ts). */
  | { readonly level: 'residue' }
  /** What a customer's open item was opened with, by due day. */
  | { readonly level: 'due' }
  /** What a person of the staff owes; `isRepaid` is false for the line that adds to it, and for its reversal. */
  | { readonly level: 'staff'; readonly party: string; readonly isRepaid: boolean }
  | { readonly level: 'open'; readonly party: string; readonly document: string; readonly credit: boolean };

export interface LevelChange {
  readonly key: string;
  readonly day: EffectiveDate;
  /** Present for goods, which can be counted. */
  readonly at?: EffectiveTime;
  readonly of: LevelKind;
  /** Integer with `scale` decimals. */
  readonly delta: bigint;
  readonly scale: number;
}

/** Levels of `after` minus levels of `before`, without zeros. */
export function levelChanges(before: readonly Posting[], after: readonly Posting[]): LevelChange[] {
  const net = new Map<string, LevelChange>();
  const addAll = (postings: readonly Posting[], sign: bigint): void => {
    for (const change of postings.flatMap(levelsOf)) {
      const name = `${change.key} ${change.at ?? change.day}`;
      const delta = (net.get(name)?.delta ?? 0n) + sign * change.delta;
      net.set(name, { ...(net.get(name) ?? change), delta });
    }
  };
  addAll(after, 1n);
  addAll(before, -1n);
  return [...net.values()].filter((change) => change.delta !== 0n);
}

export interface CountChange {
  readonly key: string;
  readonly at: EffectiveTime;
  readonly of: LevelKind & { readonly level: 'stock' | 'batch' };
  /** The counted quantity with six decimals; null when the count is reversed. */
  readonly real: bigint | null;
}

/** New counts of `after`, and reversals of counts that only `before` has. */
export function countChanges(before: readonly Posting[], after: readonly Posting[]): CountChange[] {
  const [then, now] = [before.flatMap(countsOf), after.flatMap(countsOf)];
  const isIn = (counts: readonly CountChange[], { key, at, real }: CountChange) =>
    counts.some((count) => count.key === key && count.at === at && count.real === real);
  return [
    ...then.filter((countChange) => !isIn(now, countChange)).map((countChange) => ({ ...countChange, real: null })),
    ...now.filter((countChange) => !isIn(then, countChange)),
  ];
}

function countsOf(posting: Posting): CountChange[] {
  return posting.movements.flatMap((movement): CountChange[] => {
    const { pool, line, valued, batches = [] } = movement;
    const at = momentOf(posting, movement);
    if (pool.kind !== 'stock' || valued.by !== 'count') return [];
    const of = { item: pool.item, inventory: pool.inventory, line } as const;
    return [
      { key: stockKey(of), at, of: { level: 'stock', ...of }, real: valued.real },
      // Batches that are not named were not found: the store sets them to zero with the count of the stock.
      ...batches.map(({ quantity, piece: _, ...batch }): CountChange => {
        const key = batchKey(pool.item, pool.inventory, batch);
        return { key, at, of: { level: 'batch', ...of, ...batch }, real: quantity };
      }),
    ];
  });
}

const stockKey = ({ item, inventory }: { readonly item: number; readonly inventory: number }) =>
  `stock:${item}:${inventory}`;

export const printDelta = (change: Pick<LevelChange, 'delta' | 'scale'>): string =>
  printFixed(change.delta, change.scale);

function levelsOf(posting: Posting): LevelChange[] {
  const day = dateOf(posting.effective);
  const stock = posting.movements.flatMap(({ pool, line, quantity, at = posting.effective }): LevelChange[] =>
    pool.kind === 'stock'
      ? [
          {
            key: stockKey(pool),
            day: dateOf(at),
            at,
            of: { level: 'stock', item: pool.item, inventory: pool.inventory, line },
            delta: quantity,
            scale: QUANTITY_SCALE,
          },
        ]
      : [],
  );
  const open = posting.openItems.map(
    (change): LevelChange => ({
      key: `open:${change.party}:${change.currency}:${change.date}:${change.document}`,
      day,
      of: { level: 'open', party: change.party, document: change.document, credit: change.credit === true },
      delta: change.amount,
      scale: MONEY_SCALE,
    }),
  );
  const residues = posting.openItems.map(
    (change): LevelChange => ({
      key: `residue:${change.party}:${change.currency}:${change.date}:${change.document}`,
      day,
      of: { level: 'residue' },
      delta: change.residue ?? 0n,
      scale: RESIDUE_SCALE,
    }),
  );
  // Only the open items of customers are read by decisions with their due days.
  const dues = posting.openItems.flatMap(({ party, currency, date, document, due, amount }): LevelChange[] =>
    due === undefined || !party.startsWith('customer-')
      ? []
      : [
          {
            key: `due:${party}:${currency}:${date}:${document}:${due}`,
            day,
            of: { level: 'due' },
            delta: amount,
            scale: MONEY_SCALE,
          },
        ],
  );
  return [
    ...stock,
    ...dues,
    ...residues.filter(({ delta }) => delta !== 0n),
    ...posting.movements.flatMap((movement) => batchLevels(movement, posting)),
    ...posting.movements.flatMap((movement) => undeliveredLevels(movement, posting)),
    ...posting.movements.flatMap(pieceLevels),
    ...posting.lines.flatMap((line) => entryLevels(line, day)),
    ...open,
  ];
}

/** The changes of the batches that a movement names; a count is a separate claim. */
function batchLevels(
  { pool, line, valued, batches = [], at }: Movement,
  { effective: moment }: Posting,
): LevelChange[] {
  const effective = at ?? moment;
  if (pool.kind !== 'stock' || valued.by === 'count') return [];
  // A piece that leaves when its number is told for the first time was among the goods without a number.
  const ofBatches = batches.filter(({ piece }) => piece !== 'named');
  return ofBatches.map(({ quantity, piece: _, isSettled: _settled, undelivered: _later, ...batch }) => ({
    key: batchKey(pool.item, pool.inventory, batch),
    day: dateOf(effective),
    at: effective,
    of: { level: 'batch', item: pool.item, inventory: pool.inventory, line, ...batch },
    delta: quantity,
    scale: QUANTITY_SCALE,
  }));
}

/** Goods that are sold and not delivered are counted with the level of their stock, or of their batch. */
function undeliveredLevels(movement: Movement, posting: Posting): LevelChange[] {
  const { pool, undelivered, batches = [] } = movement;
  if (pool.kind !== 'stock' || undelivered === undefined) return [];
  const at = momentOf(posting, movement);
  const change = (counted: string, delta: bigint): LevelChange => ({
    key: undeliveredKey(counted),
    day: dateOf(at),
    at,
    of: { level: 'undelivered' },
    delta,
    scale: QUANTITY_SCALE,
  });
  return [
    change(stockKey(pool), undelivered),
    ...batches.map((part) => change(batchKey(pool.item, pool.inventory, part), part.undelivered ?? 0n)),
  ];
}

/** Of pieces with serial numbers, whatever the day: a piece is in stock once, and a document of an earlier day knows it. */
function pieceLevels(movement: Movement): LevelChange[] {
  const { pool, line, batches = [] } = movement;
  if (pool.kind !== 'stock') return [];
  return batches.flatMap((batch): LevelChange[] => {
    const delta = pieceDelta(batch, movement);
    if (delta === undefined || batch.batch_number === null) return [];
    const of = { level: 'piece', item: pool.item, inventory: pool.inventory, line } as const;
    return [{ key: pieceKey(pool.item, batch.batch_number), day: ANY_DAY, of, delta, scale: 0 }];
  });
}

function entryLevels(line: EntryLine, day: EffectiveDate): LevelChange[] {
  const { key, of } = line.account;
  if ((key === 'cash' || key === 'bank' || key === 'remittance') && of !== undefined) {
    return [{ key: `cash:${of}`, day, of: { level: 'cash', account: of }, delta: line.foreign, scale: MONEY_SCALE }];
  }
  if (key === 'receivable' && line.party?.startsWith('customer-')) {
    const of = { level: 'debit', party: line.party } as const;
    return [{ key: `debit:${line.party}`, day, of, delta: line.base, scale: MONEY_SCALE }];
  }
  if (key === 'staff-receivable' && line.party !== undefined) {
    const of = { level: 'staff', party: line.party, isRepaid: line.base < 0n } as const;
    return [{ key: `staff:${line.party}`, day, of, delta: line.base, scale: MONEY_SCALE }];
  }
  return [];
}

/** The days of added and removed entries; unchanged entries may be in a closed year. */
export function changedDays(before: readonly Posting[], after: readonly Posting[]): EffectiveDate[] {
  const changed = [...addedPostings(after, before), ...addedPostings(before, after)];
  const moments = changed.flatMap((posting) => [
    posting.effective,
    ...(posting.bookedFrom ? [] : posting.movements.map((movement) => momentOf(posting, movement))),
  ]);
  return [...new Set(moments.map(dateOf))];
}
