/** The books: the journal with its sums, the stock ledger, foreign cash, and what is open with each party. */
import { CostBook } from '../../../domain/costing/cost-book.ts';
import { type CostDelta, poolKey } from '../../../domain/costing/movement.ts';
import type { LastCost } from '../../../domain/costing/pool-book.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { type Money, printMoney } from '../../../domain/kernel/money.ts';
import { printQuantity, type Quantity } from '../../../domain/kernel/quantity.ts';
import { IQD } from '../../../domain/kernel/rate.ts';
import { type Pool, type Posting, reversed } from '../../../domain/posting/entry.ts';
import type { Cell, Rows } from '../../rows/table.ts';
import type { Fold, Model, Sources } from '../model.ts';
import { putAccount, seedChart } from './chart-rows.ts';
import { costLines, difference, type Entry, JournalWriter, type LineKind } from './journal.ts';
import { withLivePools } from './live-pools.ts';
import { insertPoolLine, keyCells, POOL_TABLES, type PoolTable } from './pools.ts';
import { type StandingPosting, type Step, stepsOf } from './steps.ts';
import { bookTables } from './tables.ts';

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

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  async take(events: readonly RecordedEvent[], rows: Rows): Promise<void> {
    const { store, reader } = this.#sources;
    const steps = await stepsOf(events, store);
    const fold = (book: CostBook) => ({ book, deltas: steps.map((step) => costs(step, book)) });
    const { book, deltas } = reader ? await withLivePools(steps, reader, fold) : fold(this.#book);
    steps.forEach((step, index) => {
      writeStep(step, deltas[index] ?? [], rows);
    });
    writeLevels(book, deltas.flat(), rows);
  }
}

function costs(step: Step, book: CostBook): CostDelta[] {
  const { event } = step;
  if (step.does === 'post') return book.apply(event.position, event.stream, step.posting, step.base);
  if (step.does === 'reverse') return book.reverse(event.position, step.standing);
  if (step.does === 'name') return [];
  const postings = step.corrected.map(({ posting }) => posting);
  const baseCurrency = step.corrected[0]?.base ?? IQD;
  return book.exchange(event.position, step.standing, { document: event.stream, postings, baseCurrency });
}

function writeStep(step: Step, deltas: readonly CostDelta[], rows: Rows): void {
  const { event } = step;
  const journal = new JournalWriter(event, rows);
  if (step.does === 'name') putAccount(step.stream, rows);
  if (step.does === 'post') {
    const { posting, base } = step;
    writePosted(journal, step, { position: event.position, cause: event.position, posting, base }, deltas);
    journal.writeOpenItems(posting, posting.openItems);
  }
  if (step.does === 'reverse' || step.does === 'correct') {
    for (const standing of step.standing) writeReversed(journal, step, standing, deltas);
  }
  // What is open is in the document's own currency: a correction leaves it as it is.
  if (step.does === 'reverse') {
    for (const { posting } of step.standing) journal.writeOpenItems(posting, reversed(posting).openItems);
  }
  if (step.does === 'correct') {
    for (const right of step.corrected) writePosted(journal, step, right, deltas);
  }
  for (const delta of deltas) {
    if (delta.kind === 'restatement') journal.write(difference(delta.movement, costLines(delta, 'restatement')));
    insertPoolLine(delta, event, rows);
  }
}

type Deltas = readonly CostDelta[];

function writePosted(journal: JournalWriter, step: Step, { posting, cause }: StandingPosting, deltas: Deltas): void {
  const own = deltas.filter((delta) => delta.kind === 'movement' && (step.does === 'post' || isOf(delta, posting)));
  journal.write({
    effective: posting.effective,
    document: step.event.stream,
    cause,
    lines: [...ofKind(posting.lines, posting.kind ?? 'normal'), ...own.flatMap((delta) => costLines(delta, 'cost'))],
  });
  journal.write({ ...secondEntry(step, posting, 'normal'), cause });
}

/** Corrected postings of a document stand at one position: they are told apart by their moments and lines. */
function isOf({ movement }: CostDelta, { effective, movements }: Posting): boolean {
  return movement.effective === effective && movements.some(({ line }) => line === movement.line);
}

function writeReversed(journal: JournalWriter, step: Step, standing: StandingPosting, deltas: Deltas): void {
  const { position, cause, posting } = standing;
  const back = reversed(posting);
  const struck = deltas.filter(
    (delta) => delta.kind === 'reversal' && delta.movement.position === position && isOf(delta, posting),
  );
  journal.write({
    effective: posting.effective,
    document: step.event.stream,
    cause,
    lines: [...ofKind(back.lines, back.kind ?? 'reversal'), ...struck.flatMap((delta) => costLines(delta, 'reversal'))],
  });
  journal.write({ ...secondEntry(step, back, 'reversal'), cause });
}

const ofKind = (lines: Posting['lines'], kind: LineKind) => lines.map((line) => ({ ...line, kind }));

function secondEntry({ event }: Step, { effective, later }: Posting, kind: LineKind): Entry {
  const lines = ofKind(later?.lines ?? [], kind);
  return { effective: later?.effective ?? effective, document: event.stream, cause: event.position, lines };
}

const BEGINNING = '0001-01-01T00:00:00';

/** What each pool holds now. */
function writeLevels(book: CostBook, deltas: readonly CostDelta[], rows: Rows): void {
  const pools = new Map<string, Pool>(deltas.map(({ movement: { pool } }) => [poolKey(pool), pool]));
  for (const pool of pools.values()) {
    const held = book.pool(pool);
    const table = POOL_TABLES.find(({ kind }) => kind === pool.kind) as PoolTable;
    if (!held) continue;
    rows.put(table.levels, keyCells(pool), [
      printQuantity(held.quantity as Quantity),
      printMoney(held.value as Money),
      held.lastEffective ?? BEGINNING,
      ...lastCostCells(held.lastCostAtEnd),
    ]);
  }
}

function lastCostCells(last: LastCost | undefined): Cell[] {
  if (!last || last.by === 'nothing') return [last?.by ?? null, null, null];
  return [last.by, printQuantity(last.quantity as Quantity), printMoney(last.value as Money)];
}
