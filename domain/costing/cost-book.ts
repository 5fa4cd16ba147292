/**
 * The values of all pools, by moving average or FIFO. A posting inserts its movements into their pools or removes
 * them; every later movement in the order of effect is valued anew, including movements of other pools whose cost is
 * derived from a changed one. The changes are returned as differences.
 */

import { type Movement, momentOf, type Pool, type Posting } from '../entries/entry.ts';
import type { Contra } from '../entries/entry-line.ts';
import { movementsOf } from '../entries/foreign-cash.ts';
import { ZERO } from '../values/money.ts';
import type { CurrencyId } from '../values/rate.ts';
import { difference, restatements, turned } from './differences.ts';
import { Fold, type Links } from './fold.ts';
import { type CostDelta, currencyKey, isShelfOnly, leaderOf, type PostedMovement, poolKey } from './movement.ts';
import { PoolBook, type PoolHistory } from './pool-book.ts';
import { CostRules, concerns, type RuleChange } from './rules.ts';
import { NO_SHARES } from './sharing.ts';

/** A posting event of a document that costing removes when the document is reversed. */
export interface Unreversed {
  readonly position: bigint;
  readonly posting: Posting;
}

/** The postings of a document, and the system currency. */
interface Given {
  readonly document: string;
  readonly postings: readonly Posting[];
  readonly baseCurrency: CurrencyId;
}

const EMPTY: PoolHistory = { from: undefined, parts: [], movements: [] };

/**
 * The key of the book of a pool: the book of its item where inventories may share one average, that of its account and
 * currency over all outlets, else its own.
 */
export function bookKey(pool: Pool, rules: CostRules): string {
  if (pool.kind === 'cash') return currencyKey(pool);
  return rules.isShared(pool.item) ? `stock:${pool.item}` : poolKey(pool);
}

export class CostBook {
  #rules: CostRules;
  /** The rules that decide the book of each pool: the present rules, or the future ones given to the constructor. */
  #grouping: CostRules;
  #hasStockMovements = false;
  readonly #books = new Map<string, PoolBook>();
  readonly #byDocument = new Map<string, PostedMovement[]>();
  /** Movements whose cost is derived from a document's movements (`like`, `inputs`), by that document. */
  readonly #followers = new Map<string, PostedMovement[]>();
  readonly #links: Links = {
    target: (movement) => this.#target(movement),
    inputs: (movement) => this.#inputs(movement),
    followers: (movement) => this.#followersOf(movement),
  };
  readonly #shared = new Shared();
  #movements = 0;

  /** `grouping` are the rules after all pending changes were applied: books are loaded for these. */
  constructor(rules: CostRules = new CostRules(), grouping: CostRules = rules) {
    this.#rules = rules;
    this.#grouping = grouping;
  }

  get rules(): CostRules {
    return this.#rules;
  }

  /** Loads the history of a book. A book that is never loaded counts as empty from the beginning. */
  load(key: string, history: PoolHistory): void {
    const book = new PoolBook(key, history);
    this.#books.set(key, book);
    if (book.parts[0]?.pool.kind === 'stock') this.#hasStockMovements = true;
    for (const movement of book.movements) this.#remember(movement);
  }

  /**
   * Registers a movement that others derive their cost from, without its pool. Load the pools first: their movements
   * take precedence.
   */
  refer(movement: PostedMovement): void {
    const known = this.#byDocument.get(movement.document);
    if (
      known?.some(
        (bookedMovement) => bookedMovement.position === movement.position && bookedMovement.line === movement.line,
      )
    )
      return;
    this.#remember(movement);
  }

  book(pool: Pool): PoolBook | undefined {
    return this.#books.get(bookKey(pool, this.#grouping));
  }

  /** True after the first stock movement. */
  get hasStockMovements(): boolean {
    return this.#hasStockMovements;
  }

  /** All loaded books. */
  get books(): readonly PoolBook[] {
    return [...this.#books.values()];
  }

  /** Number of books and movements in memory. */
  get size(): { readonly books: number; readonly movements: number } {
    return { books: this.#books.size, movements: this.#movements };
  }

  /** Sets `hasStockMovements` when books with goods exist that are not loaded. */
  markStockMovements(): void {
    this.#hasStockMovements = true;
  }

  /** Applies a changed rule: everything it names is valued under it from its first day on. Throws HistoryNeeded. */
  change(position: bigint, change: RuleChange): CostDelta[] {
    this.#rules = this.#rules.with(change);
    if (this.#grouping.changes.length < this.#rules.changes.length) this.#grouping = this.#rules;
    for (const [key, book] of [...this.#books]) this.#join(key, book);
    const fold = this.#fold();
    for (const book of this.#books.values()) {
      if (!book.parts.some(({ pool }) => concerns(change, pool, this.#rules))) continue;
      book.forgetLayers();
      fold.start(book, book.indexOfDay(change.from));
    }
    return restatements(fold.run(), new Set(), position);
  }

  /** Merges the book of one inventory into the book of its item when the new rules share it. */
  #join(key: string, book: PoolBook): void {
    const pool = book.parts[0]?.pool;
    const own = pool && bookKey(pool, this.#grouping);
    if (own === undefined || own === key) return;
    const whole = this.#books.get(own);
    const joined = {
      from: undefined,
      parts: [...(whole?.parts ?? []), ...book.parts],
      movements: [...(whole?.movements ?? []), ...book.movements],
    };
    this.#books.delete(key);
    this.#books.set(own, new PoolBook(own, joined));
  }

  /** Throws HistoryNeeded when a pool was loaded from a moment later than the posting's time of effect. */
  apply(position: bigint, document: string, posting: Posting, baseCurrency: CurrencyId): CostDelta[] {
    return this.exchange(position, [], { document, postings: [posting], baseCurrency });
  }

  /** Removes the movements of a document's postings from their pools. Throws HistoryNeeded as `apply` does. */
  reverse(position: bigint, unreversed: readonly Unreversed[]): CostDelta[] {
    return this.exchange(position, unreversed, undefined);
  }

  /** Removes the unreversed postings of a document and applies its new postings in one pass. */
  exchange(position: bigint, unreversed: readonly Unreversed[], by: Given | undefined): CostDelta[] {
    const removed = unreversed.flatMap((value) => this.#remove(value));
    const added = by ? by.postings.flatMap((posting) => this.#insert(position, posting, by)) : [];
    const fold = this.#fold();
    for (const movement of [...removed, ...added]) {
      const book = this.#book(movement);
      fold.start(book, book.indexOf(movement));
      fold.startFollowers(movement);
    }
    const before = fold.run();
    return [
      ...removed.map((movement) => difference('reversal', movement, position, turned(movement))),
      ...added.map((movement) => difference('movement', movement, position, movement)),
      ...restatements(before, new Set([...removed, ...added]), position),
    ];
  }

  #remove({ position, posting }: Unreversed): PostedMovement[] {
    return movementsOf(posting).map((removed) => {
      const { line } = removed;
      const movement = this.#book(removed).remove({ effective: momentOf(posting, removed), position, line });
      this.#forget(movement);
      return movement;
    });
  }

  #insert(position: bigint, posting: Posting, { document, baseCurrency }: Given): PostedMovement[] {
    return movementsOf(posting).map((movement): PostedMovement => {
      const { line, quantity, posted, varianceTo, outlet, undelivered } = movement;
      const book = this.#book(movement);
      const added: PostedMovement = {
        line,
        pool: book.partFor(movement.pool, outlet).pool,
        quantity,
        valued: this.#shared.valued(movement.valued),
        posted: posted === ZERO ? ZERO : posted,
        contra: this.#shared.contra(movement.contra),
        ...(varianceTo ? { varianceTo: this.#shared.contra(varianceTo) } : {}),
        outlet,
        ...(undelivered === undefined ? {} : { undelivered }),
        effective: momentOf(posting, movement),
        position,
        document,
        baseCurrency,
        value: ZERO,
        variance: ZERO,
        shares: NO_SHARES,
      };
      book.insert(added);
      if (added.pool.kind === 'stock') this.#hasStockMovements = true;
      this.#remember(added);
      return added;
    });
  }

  #fold(): Fold {
    return new Fold((movement) => this.book(movement.pool), this.#rules, this.#links);
  }

  #book({ pool }: Pick<Movement, 'pool'>): PoolBook {
    const key = bookKey(pool, this.#grouping);
    const known = this.#books.get(key);
    if (known) return known;
    const book = new PoolBook(key, EMPTY);
    this.#books.set(key, book);
    return book;
  }

  #target({ valued }: PostedMovement): PostedMovement | undefined {
    if (valued.by !== 'sameCostAs') return undefined;
    const { document, line } = valued;
    return this.#byDocument.get(document)?.find((movement) => movement.line === line && !isShelfOnly(movement));
  }

  /** The other movements of its posting from whose values its own is calculated. */
  #inputs({ document, position, valued }: PostedMovement): readonly PostedMovement[] {
    if (valued.by !== 'fromComponents') return NONE;
    const own = this.#byDocument.get(document) ?? NONE;
    return own.filter(
      (bookedMovement) => bookedMovement.position === position && valued.of.includes(bookedMovement.line),
    );
  }

  #followersOf({ document, position, line }: PostedMovement): readonly PostedMovement[] {
    const followers = this.#followers.get(document) ?? NONE;
    return followers.filter(({ valued, position: posted }) =>
      valued.by === 'fromComponents'
        ? posted === position && valued.of.includes(line)
        : valued.by === 'sameCostAs' && valued.line === line,
    );
  }

  #remember(movement: PostedMovement): void {
    this.#movements += 1;
    push(this.#byDocument, movement.document, movement);
    const leader = leaderOf(movement);
    if (leader !== undefined) push(this.#followers, leader, movement);
  }

  #forget(movement: PostedMovement): void {
    this.#movements -= 1;
    drop(this.#byDocument, movement.document, movement);
    const leader = leaderOf(movement);
    if (leader !== undefined) drop(this.#followers, leader, movement);
  }
}

const NONE: readonly PostedMovement[] = [];

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function drop<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const left = map.get(key)?.filter((candidate) => candidate !== value) ?? [];
  if (left.length > 0) map.set(key, left);
  else map.delete(key);
}

const BY_FACT: Movement['valued'] = { by: 'statedCost' };
const BY_AVERAGE: Movement['valued'] = { by: 'average' };

/** Stores one object for equal values of many movements, to save memory. */
class Shared {
  readonly #contras = new Map<string, Contra>();

  valued(valued: Movement['valued']): Movement['valued'] {
    if (valued.by === 'statedCost') return BY_FACT;
    const isPlain = valued.by === 'average' && valued.unitCost === undefined && valued.origin === undefined;
    return isPlain ? BY_AVERAGE : valued;
  }

  contra(account: Contra): Contra {
    const name = `${account.key} ${account.of} ${account.outlet} ${account.through}`;
    const known = this.#contras.get(name);
    if (known) return known;
    this.#contras.set(name, account);
    return account;
  }
}
