/**
 * The moving average over all pools. A posting puts its movements into their pools, or takes them out again;
 * everything after them in the order of effect is valued anew, across pools where one movement is valued like
 * another, and what changed comes back as differences.
 */
import { negate, subtract, ZERO } from '../kernel/money.ts';
import type { CurrencyId } from '../kernel/rate.ts';
import type { Contra, Movement, Pool, Posting } from '../posting/entry.ts';
import { Fold, type Links } from './fold.ts';
import { type BookedMovement, byEffect, type CostDelta, leaderOf, poolKey } from './movement.ts';
import { PoolBook, type PoolHistory } from './pool-book.ts';
import type { Worth } from './valuation.ts';

/** A posting event of a document as costing needs it again when the document is taken back. */
export interface Standing {
  readonly position: bigint;
  readonly posting: Posting;
}

/** What a document posts, and the currency of the books. */
interface Given {
  readonly document: string;
  readonly postings: readonly Posting[];
  readonly baseCurrency: CurrencyId;
}

const EMPTY: PoolHistory = { from: undefined, held: { quantity: 0n, value: 0n }, movements: [] };

export class CostBook {
  readonly #pools = new Map<string, PoolBook>();
  readonly #byDocument = new Map<string, BookedMovement[]>();
  /** Movements that are valued by those of a document (like one, or as made of some), by that document. */
  readonly #followers = new Map<string, BookedMovement[]>();
  readonly #links: Links = {
    target: (movement) => this.#target(movement),
    inputs: (movement) => this.#inputs(movement),
    followers: (movement) => this.#followersOf(movement),
  };
  readonly #shared = new Shared();

  /** Gives a pool what is known of it. A pool that was never loaded is taken to be empty from the beginning. */
  load(pool: Pool, history: PoolHistory): void {
    const book = new PoolBook(pool, history);
    this.#pools.set(book.key, book);
    for (const movement of book.movements) this.#remember(movement);
  }

  /** Makes a movement known that others are valued by, without its pool. Load the pools first: what they hold is kept. */
  refer(movement: BookedMovement): void {
    const known = this.#byDocument.get(movement.document);
    if (known?.some((each) => each.position === movement.position && each.line === movement.line)) return;
    this.#remember(movement);
  }

  pool(pool: Pool): PoolBook | undefined {
    return this.#pools.get(poolKey(pool));
  }

  /** Throws HistoryNeeded when a pool was loaded from a later moment than the posting concerns. */
  apply(position: bigint, document: string, posting: Posting, baseCurrency: CurrencyId): CostDelta[] {
    return this.exchange(position, [], { document, postings: [posting], baseCurrency });
  }

  /** Takes the movements of a document's postings out of their pools. Throws HistoryNeeded as `apply` does. */
  reverse(position: bigint, standing: readonly Standing[]): CostDelta[] {
    return this.exchange(position, standing, undefined);
  }

  /** Both at once: what stands of a document gives place to its postings as they are from now on. */
  exchange(position: bigint, standing: readonly Standing[], by: Given | undefined): CostDelta[] {
    const struck = standing.flatMap((each) => this.#strike(each));
    const added = by ? by.postings.flatMap((posting) => this.#insert(position, posting, by)) : [];
    const fold = this.#fold();
    for (const movement of [...struck, ...added]) {
      const book = this.#book(movement.pool);
      fold.start(book, book.indexOf(movement));
      fold.startFollowers(movement);
    }
    const before = fold.run();
    return [
      ...struck.map((movement) => difference('reversal', movement, position, turned(movement))),
      ...added.map((movement) => difference('movement', movement, position, movement)),
      ...restatements(before, new Set([...struck, ...added]), position),
    ];
  }

  #strike({ position, posting }: Standing): BookedMovement[] {
    return posting.movements.map(({ pool, line }) => {
      const movement = this.#book(pool).remove({ effective: posting.effective, position, line });
      this.#forget(movement);
      return movement;
    });
  }

  #insert(position: bigint, posting: Posting, { document, baseCurrency }: Given): BookedMovement[] {
    return posting.movements.map((movement): BookedMovement => {
      const { line, quantity, posted, varianceTo, outlet } = movement;
      const book = this.#book(movement.pool);
      const added: BookedMovement = {
        line,
        pool: book.pool,
        quantity,
        valued: this.#shared.valued(movement.valued),
        posted: posted === ZERO ? ZERO : posted,
        contra: this.#shared.contra(movement.contra),
        ...(varianceTo ? { varianceTo: this.#shared.contra(varianceTo) } : {}),
        outlet,
        effective: posting.effective,
        position,
        document,
        baseCurrency,
        value: ZERO,
        variance: ZERO,
      };
      book.insert(added);
      this.#remember(added);
      return added;
    });
  }

  #fold(): Fold {
    return new Fold(this.#pools, this.#links);
  }

  #book(pool: Pool): PoolBook {
    const key = poolKey(pool);
    const known = this.#pools.get(key);
    if (known) return known;
    const book = new PoolBook(pool, EMPTY);
    this.#pools.set(key, book);
    return book;
  }

  #target({ valued }: BookedMovement): BookedMovement | undefined {
    if (valued.by !== 'like') return undefined;
    return this.#byDocument.get(valued.document)?.find((each) => each.line === valued.line);
  }

  /** The other movements of its posting that it is made of. */
  #inputs({ document, position, valued }: BookedMovement): readonly BookedMovement[] {
    if (valued.by !== 'inputs') return NONE;
    const own = this.#byDocument.get(document) ?? NONE;
    return own.filter((each) => each.position === position && valued.of.includes(each.line));
  }

  #followersOf({ document, position, line }: BookedMovement): readonly BookedMovement[] {
    const followers = this.#followers.get(document) ?? NONE;
    return followers.filter(({ valued, position: posted }) =>
      valued.by === 'inputs'
        ? posted === position && valued.of.includes(line)
        : valued.by === 'like' && valued.line === line,
    );
  }

  #remember(movement: BookedMovement): void {
    push(this.#byDocument, movement.document, movement);
    const leader = leaderOf(movement);
    if (leader !== undefined) push(this.#followers, leader, movement);
  }

  #forget(movement: BookedMovement): void {
    drop(this.#byDocument, movement.document, movement);
    const leader = leaderOf(movement);
    if (leader !== undefined) drop(this.#followers, leader, movement);
  }
}

const NONE: readonly BookedMovement[] = [];

/** `added` is what the movement is worth more than before. */
function difference(kind: CostDelta['kind'], movement: BookedMovement, position: bigint, added: Worth): CostDelta {
  const { quantity, value, variance } = added;
  const { posted } = movement;
  const carried = { movement: posted, restatement: ZERO, reversal: negate(posted) }[kind];
  return { kind, movement, position, quantity, value, variance, cost: subtract(value, carried) };
}

const turned = ({ quantity, value, variance }: Worth): Worth => ({
  quantity: -quantity as Worth['quantity'],
  value: negate(value),
  variance: negate(variance),
});

const since = (before: Worth, now: Worth): Worth => ({
  quantity: (now.quantity - before.quantity) as Worth['quantity'],
  value: subtract(now.value, before.value),
  variance: subtract(now.variance, before.variance),
});

const isNothing = ({ quantity, value, variance }: Worth): boolean => quantity === 0n && value === 0n && variance === 0n;

function restatements(
  before: ReadonlyMap<BookedMovement, Worth>,
  own: ReadonlySet<BookedMovement>,
  position: bigint,
): CostDelta[] {
  return [...before]
    .filter(([movement, worth]) => !own.has(movement) && !isNothing(since(worth, movement)))
    .sort(([a], [b]) => byEffect(a, b) || (poolKey(a.pool) < poolKey(b.pool) ? -1 : 1))
    .map(([movement, worth]) => difference('restatement', movement, position, since(worth, movement)));
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function drop<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const left = map.get(key)?.filter((each) => each !== value) ?? [];
  if (left.length > 0) map.set(key, left);
  else map.delete(key);
}

const BY_FACT: Movement['valued'] = { by: 'fact' };
const BY_AVERAGE: Movement['valued'] = { by: 'average' };

/** One object for what many movements say in the same words. */
class Shared {
  readonly #contras = new Map<string, Contra>();

  valued(valued: Movement['valued']): Movement['valued'] {
    if (valued.by === 'fact') return BY_FACT;
    return valued.by === 'average' && valued.unitCost === undefined ? BY_AVERAGE : valued;
  }

  contra(account: Contra): Contra {
    const name = `${account.key} ${account.of} ${account.outlet} ${account.through}`;
    const known = this.#contras.get(name);
    if (known) return known;
    this.#contras.set(name, account);
    return account;
  }
}
