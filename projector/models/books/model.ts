/** The books: the journal with its sums, the stock ledger, foreign cash, and open items of parties. */

import { CostBook } from '../../../domain/costing/cost-book.ts';
import { type CostDelta, poolKey } from '../../../domain/costing/movement.ts';
import { total } from '../../../domain/costing/parts.ts';
import type { LastCost } from '../../../domain/costing/pool-book.ts';
import type { CostRules } from '../../../domain/costing/rules.ts';
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import { momentOf, type Pool, type Posting, reversed } from '../../../domain/entries/entry.ts';
import { movementsOf } from '../../../domain/entries/foreign-cash.ts';
import { defined } from '../../../domain/values/defined.ts';
import type { EffectiveTime } from '../../../domain/values/effective-date.ts';
import { printMoney, toMoney } from '../../../domain/values/money.ts';
import { printQuantity, toQuantity } from '../../../domain/values/quantity.ts';
import { IQD } from '../../../domain/values/rate.ts';
import type { Cell, Rows } from '../../rows/table.ts';
import type { Fold, Model, Sources } from '../model.ts';
import { insertBatchLines } from './batch-lines.ts';
import { putAccount, seedChart } from './chart-rows.ts';
import {
  insertRule,
  type LayersOfBook,
  layersAtEnd,
  type RuleStep,
  readRules,
  replaceLayers,
  takesEffect,
} from './cost-rules.ts';
import { costLines, difference, type Entry, JournalWriter, type LineKind } from './journal.ts';
import { withLivePools } from './live-pools.ts';
import { insertPoolLines, keyCells, POOL_TABLES, undeliveredCells } from './pools.ts';
import { type Step, stepsOf, type UnreversedPosting } from './steps.ts';
import { bookTables } from './tables.ts';

/** Measured bytes: of a pool without its movements, and of one of five movements of a document. */
const POOL_BYTES = 860;
const MOVEMENT_BYTES = 330;

export const booksModel: Model = {
  name: 'books',
  tables: bookTables,
  seed: seedChart,
  fold: (sources) => new BooksFold(sources),
};

class BooksFold implements Fold {
  readonly #sources: Sources;
  /** In a rebuild: every pool from its first movement. */
  readonly #book = new CostBook();
  /** Live: the rules committed up to the batch before. */
  #rules: CostRules | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  keptBytes(): number {
    return this.#book.size.books * POOL_BYTES + this.#book.size.movements * MOVEMENT_BYTES;
  }

  async take(events: readonly RecordedEvent[], rows: Rows): Promise<void> {
    const { reader } = this.#sources;
    const steps = await stepsOf(events, this.#sources);
    if (reader) this.#rules ??= await readRules(reader);
    const known = this.#rules ?? this.#book.rules;
    const { book, deltas, rules, layers } = reader
      ? await withLivePools(steps, reader, known, (book) => folded(steps, book))
      : folded(steps, this.#book);
    if (reader) this.#rules = book.rules;
    for (const [index, step] of steps.entries()) await writeStep(step, deltas[index] ?? [], rows);
    for (const rule of rules) insertRule(rule, rows);
    writeLevels(book, deltas.flat(), rows);
    for (const ofBook of layers) replaceLayers(ofBook, rows);
  }
}

interface Folded {
  readonly book: CostBook;
  readonly deltas: readonly CostDelta[][];
  /** The rule changes that took effect. */
  readonly rules: readonly RuleStep[];
  readonly layers: readonly LayersOfBook[];
}

/** Throws HistoryNeeded. */
function folded(steps: readonly Step[], book: CostBook): Folded {
  const rules: RuleStep[] = [];
  const deltas = steps.map((step) => {
    if (step.does !== 'rule') return costs(step, book);
    if (!takesEffect(step, book)) return [];
    rules.push(step);
    return book.change(step.event.position, step.change);
  });
  return { book, deltas, rules, layers: layersNow(book, deltas.flat(), rules.length > 0) };
}

/**
 * Layers of books whose values changed; of all books after a changed rule, so that layers do not depend on the size of
 * batches.
 */
function layersNow(book: CostBook, deltas: readonly CostDelta[], ruled: boolean): Folded['layers'] {
  if (book.rules.changes.length === 0) return [];
  const changed = ruled ? book.books : new Set(deltas.flatMap(({ movement: { pool } }) => book.book(pool) ?? []));
  return [...changed].flatMap((own) => layersAtEnd(own, book.rules) ?? []);
}

function costs(step: Exclude<Step, RuleStep>, book: CostBook): CostDelta[] {
  const { event } = step;
  if (step.does === 'post') return book.apply(event.position, event.stream, step.posting, step.base);
  if (step.does === 'reverse') return book.reverse(event.position, step.unreversed);
  if (step.does === 'name') return [];
  const postings = step.corrected.map(({ posting }) => posting);
  const baseCurrency = step.corrected[0]?.base ?? IQD;
  return book.exchange(event.position, step.unreversed, { document: event.stream, postings, baseCurrency });
}

/** A purchase entered late may restate very many movements: rows are written while later ones are computed. */
const RELIEVED_AFTER = 500;

async function writeStep(step: Step, deltas: readonly CostDelta[], rows: Rows): Promise<void> {
  const { event } = step;
  const journal = new JournalWriter(event, rows);
  const bookedAt = bookedBy(step);
  if (step.does === 'name') putAccount(step.stream, rows);
  if (step.does === 'post') {
    const { posting, base } = step;
    writePosted(journal, step, { position: event.position, cause: event.position, posting, base }, deltas);
    journal.writeOpenItems(posting, posting.openItems);
    insertBatchLines(posting, event, 1n, rows);
  }
  if (step.does === 'reverse' || step.does === 'correct') {
    for (const unreversed of step.unreversed) writeReversed(journal, step, unreversed, deltas);
  }
  // Open items are in the document's own currency, so a cost correction does not change them.
  if (step.does === 'reverse') {
    for (const { posting } of step.unreversed) {
      journal.writeOpenItems(posting, reversed(posting).openItems);
      insertBatchLines(posting, event, -1n, rows);
    }
  }
  if (step.does === 'correct') {
    for (const right of step.corrected) writePosted(journal, step, right, deltas);
  }
  for (const [index, delta] of deltas.entries()) {
    const moment = bookedAt(delta.movement.effective);
    if (delta.kind === 'restatement')
      journal.write(difference(delta.movement, moment, costLines(delta, 'restatement')));
    insertPoolLines(delta, moment.slice(0, 10), event, rows);
    if ((index + 1) % RELIEVED_AFTER === 0) await rows.flushPartial?.();
  }
}

type Deltas = readonly CostDelta[];

/** When a difference of a movement at a moment is booked: closed days take nothing (`Posting.bookedFrom`). */
function bookedBy(step: Step): (moment: EffectiveTime) => EffectiveTime {
  const postings = [
    ...(step.does === 'post' ? [step.posting] : []),
    ...(step.does === 'reverse' || step.does === 'correct' ? step.unreversed.map(({ posting }) => posting) : []),
  ];
  const from = postings
    .flatMap(({ bookedFrom }) => bookedFrom ?? [])
    .toSorted()
    .at(-1);
  return (moment) => (from !== undefined && moment < from ? from : moment);
}

function writePosted(journal: JournalWriter, step: Step, { posting, cause }: UnreversedPosting, deltas: Deltas): void {
  const own = deltas.filter((delta) => delta.kind === 'movement' && (step.does === 'post' || isOf(delta, posting)));
  const entry = { document: step.event.stream, cause, ...dated(posting) };
  const lines = ofKind(posting.lines, posting.kind ?? 'normal');
  writeByMoment(journal, entry, posting.effective, lines, own, { kind: 'cost', bookedAt: bookedBy(step) });
  journal.write({ ...secondEntry(step, posting, 'normal'), cause });
}

/** One entry for each moment at which movements take effect; the first is that of the posting and has its own lines. */
function writeByMoment(
  journal: JournalWriter,
  entry: Pick<Entry, 'document' | 'cause' | 'trueDate'>,
  effective: Posting['effective'],
  lines: Entry['lines'],
  deltas: Deltas,
  { kind, bookedAt }: { readonly kind: LineKind; readonly bookedAt: (moment: EffectiveTime) => EffectiveTime },
): void {
  const others = Map.groupBy(deltas, ({ movement }) => bookedAt(movement.effective));
  const costsOf = (own: Deltas) => own.flatMap((delta) => costLines(delta, kind));
  journal.write({ ...entry, effective, lines: [...lines, ...costsOf(others.get(effective) ?? [])] });
  others.delete(effective);
  for (const [moment, own] of others) journal.write({ ...entry, effective: moment, lines: costsOf(own) });
}

/** Corrected postings of a document share one position; their effective times and lines distinguish them. */
function isOf({ movement: { effective, line } }: CostDelta, posting: Posting): boolean {
  return movementsOf(posting).some((movement) => movement.line === line && momentOf(posting, movement) === effective);
}

function writeReversed(journal: JournalWriter, step: Step, unreversed: UnreversedPosting, deltas: Deltas): void {
  const { position, cause, posting } = unreversed;
  const back = reversed(posting);
  const removed = deltas.filter(
    (delta) => delta.kind === 'reversal' && delta.movement.position === position && isOf(delta, posting),
  );
  const entry = { document: step.event.stream, cause, ...dated(back) };
  const lines = ofKind(back.lines, back.kind ?? 'reversal');
  writeByMoment(journal, entry, posting.effective, lines, removed, { kind: 'reversal', bookedAt: bookedBy(step) });
  journal.write({ ...secondEntry(step, back, 'reversal'), cause });
}

const dated = ({ trueDate }: Posting): Pick<Entry, 'trueDate'> => (trueDate === undefined ? {} : { trueDate });

const ofKind = (lines: Posting['lines'], kind: LineKind) => lines.map((line) => ({ ...line, kind }));

function secondEntry({ event }: Step, posting: Posting, kind: LineKind): Entry {
  const { effective, later } = posting;
  const lines = ofKind(later?.lines ?? [], kind);
  const moment = later?.effective ?? effective;
  return { effective: moment, document: event.stream, cause: event.position, ...dated(posting), lines };
}

const BEGINNING = '0001-01-01T00:00:00';

/** Writes the current level of each pool. */
function writeLevels(book: CostBook, deltas: readonly CostDelta[], rows: Rows): void {
  const pools = new Map<string, Pool>();
  for (const { movement, shares } of deltas) {
    const { pool } = movement;
    pools.set(poolKey(pool), pool);
    if (pool.kind !== 'stock') continue;
    for (const { inventory } of shares) {
      const other = { ...pool, inventory };
      pools.set(poolKey(other), other);
    }
  }
  for (const pool of pools.values()) {
    const own = book.book(pool);
    // The level of an account that outlets share is the sum of their balances.
    const held = own && (pool.kind === 'cash' ? total(own.parts) : own.part(pool));
    const table = defined(POOL_TABLES.find(({ kind }) => kind === pool.kind));
    if (!own || !held) continue;
    rows.put(table.levels, keyCells(pool), [
      printQuantity(toQuantity(held.quantity)),
      printMoney(toMoney(held.value)),
      own.lastEffective ?? BEGINNING,
      ...lastCostCells(own.lastCostAtEnd),
      ...undeliveredCells(table, own.part(pool)?.undelivered ?? 0n),
    ]);
  }
}

function lastCostCells(last: LastCost | undefined): Cell[] {
  if (!last || last.by === 'nothing') return [last?.by ?? null, null, null];
  return [last.by, printQuantity(toQuantity(last.quantity)), printMoney(toMoney(last.value))];
}
