/** Values movements anew, over every affected pool, in one order of effect. */
import { defined } from '../values/defined.ts';
import { alone, type BookLayers, groupOf, layersIn, pushLayer } from './book-layers.ts';
import { costOfNext } from './layers.ts';
import { byEffect, type PostedMovement } from './movement.ts';
import { addTo, addUndelivered, type Part, partOf, total } from './parts.ts';
import type { PoolBook } from './pool-book.ts';
import type { CostRules } from './rules.ts';
import type { Share } from './share.ts';
import { NO_SHARES, shareAnew, sharesSince } from './sharing.ts';
import { type MovementValue, originOf, valuation } from './valuation.ts';

/** The value of a movement, and its effect on the inventories that share one average with its own. */
export interface Valued extends MovementValue {
  readonly shares: readonly Share[];
}

interface Cursor {
  readonly book: PoolBook;
  index: number;
  parts: Part[];
  /** Undefined unless goods of the book can be valued first in, first out. */
  layers: BookLayers | undefined;
}

/** Links between movements: those that a movement is valued by, and those that are valued by it. */
export interface Links {
  target(movement: PostedMovement): PostedMovement | undefined;
  inputs(movement: PostedMovement): readonly PostedMovement[];
  followers(movement: PostedMovement): readonly PostedMovement[];
}

/** One pass over every affected book, movement by movement in the order of effect. */
export class Fold {
  readonly #bookOf: (movement: PostedMovement) => PoolBook | undefined;
  readonly #rules: CostRules;
  readonly #links: Links;
  readonly #starts = new Map<PoolBook, PostedMovement | undefined>();
  /** Sorted latest first, so that the next cursor is popped from the end. */
  readonly #cursors: Cursor[] = [];
  readonly #before = new Map<PostedMovement, Valued>();

  constructor(bookOf: (movement: PostedMovement) => PoolBook | undefined, rules: CostRules, links: Links) {
    this.#bookOf = bookOf;
    this.#rules = rules;
    this.#links = links;
  }

  /** Marks the book for revaluation from the movement at `index`. */
  start(book: PoolBook, index: number): void {
    const movement = book.movements[index];
    const earlier = this.#starts.get(book);
    if (movement && (!earlier || byEffect(movement, earlier) < 0)) this.#starts.set(book, movement);
  }

  startFollowers(movement: PostedMovement): void {
    for (const follower of this.#links.followers(movement)) {
      const book = this.#bookOf(follower);
      if (book) this.start(book, book.indexOf(follower));
    }
  }

  /** Values all marked movements and returns the former values of those that changed. */
  run(): ReadonlyMap<PostedMovement, Valued> {
    this.#open();
    for (let cursor = this.#cursors.pop(); cursor; cursor = this.#cursors.pop()) {
      const next = this.#cursors.at(-1);
      const limit = next && nextOf(next);
      do this.#value(cursor);
      while (this.#starts.size === 0 && isFirst(cursor, limit));
      if (cursor.index < cursor.book.movements.length) this.#queue(cursor);
      else cursor.book.holds(cursor.parts, cursor.layers);
      this.#open();
    }
    return this.#before;
  }

  #open(): void {
    for (const [book, movement] of this.#starts) {
      if (!movement) continue;
      const open = this.#cursors.findIndex((cursor) => cursor.book === book);
      const index = book.indexOf(movement);
      if (open >= 0) {
        this.#backTo(open, index);
        continue;
      }
      const layers = this.#layersBefore(book, index);
      book.changesFrom(index);
      this.#queue({ book, index, parts: book.before(index), layers });
    }
    this.#starts.clear();
  }

  /**
   * Moves an open cursor back to `index`. This is needed when the pool was started later than that, or when its cursor
   * passed a movement whose cost is derived from an earlier one that has just changed.
   */
  #backTo(open: number, index: number): void {
    const cursor = defined(this.#cursors[open]);
    if (index >= cursor.index) return;
    for (const movement of cursor.book.movements.slice(index, cursor.index)) addTo(cursor.parts, movement, -1n);
    // The layers are computed from the total holding of the book, at the values of this pass.
    if (cursor.layers) cursor.book.parts = withAll(cursor.parts, cursor.book.movements.slice(index));
    cursor.layers = this.#layersBefore(cursor.book, index);
    cursor.index = index;
    cursor.book.changesFrom(index);
    this.#cursors.splice(open, 1);
    this.#queue(cursor);
  }

  #queue(cursor: Cursor): void {
    const place = nextOf(cursor);
    let at = this.#cursors.length;
    while (at > 0 && byEffect(nextOf(defined(this.#cursors[at - 1])), place) < 0) at--;
    this.#cursors.splice(at, 0, cursor);
  }

  #layersBefore(book: PoolBook, index: number): BookLayers | undefined {
    const pool = book.parts[0]?.pool;
    const layered = pool?.kind === 'stock' && this.#rules.hasLayers(pool.item);
    return layered ? new Map(book.layersBefore(index, this.#rules)) : undefined;
  }

  #value(cursor: Cursor): void {
    const { book, index, parts, layers } = cursor;
    const booked = nextOf(cursor);
    const own = partOf(parts, booked.pool);
    if (!own) throw new Error(`${booked.document} moves what ${book.key} does not have`);
    const group = this.#rules.changes.length === 0 ? alone(own) : groupOf(this.#rules, parts, own, booked.effective);
    const before = group.members.length === 1 ? { quantity: own.quantity, value: own.value } : total(group.members);
    const layersAfter = layers && group.method === 'fifo' ? layersIn(layers, group, before) : undefined;
    const revalued = valuation(booked, before, {
      shelf: own.quantity + (own.undelivered ?? 0n),
      like: this.#like(booked),
      inputs: this.#links.inputs(booked).reduce((sum, input) => sum + input.value, 0n),
      provisional() {
        const last = book.lastCost(index, group.members);
        return last.by === 'nothing' ? undefined : last;
      },
      oldest: layersAfter && ((count) => costOfNext(layersAfter, count, originOf(booked))),
    });
    own.quantity += revalued.quantity;
    own.value += revalued.value;
    addUndelivered(own, booked, 1n);
    const shares = group.members.length > 1 ? shareAnew(group.members) : NO_SHARES;
    if (differs(booked, revalued, shares)) {
      if (!this.#before.has(booked)) this.#before.set(booked, valuedAs(booked));
      Object.assign(booked, revalued, { shares });
      this.startFollowers(booked);
    }
    if (layers && layersAfter) pushLayer(layers, group, before, booked);
    cursor.index++;
  }

  /** The movement whose cost this one copies, when that movement is earlier in the order of effect. */
  #like(booked: PostedMovement): { readonly quantity: bigint; readonly value: bigint } | undefined {
    const target = this.#links.target(booked);
    if (!target || byEffect(target, booked) >= 0) return undefined;
    return { quantity: target.quantity, value: target.value };
  }
}

const differs = (booked: Valued, { quantity, value, variance }: MovementValue, shares: readonly Share[]): boolean =>
  value !== booked.value ||
  quantity !== booked.quantity ||
  variance !== booked.variance ||
  (shares !== booked.shares && sharesSince(booked.shares, shares).length > 0);

const valuedAs = ({ quantity, value, variance, shares }: PostedMovement): Valued => ({
  quantity,
  value,
  variance,
  shares,
});

function withAll(parts: readonly Part[], movements: readonly PostedMovement[]): Part[] {
  const all = parts.map((part) => ({ ...part }));
  for (const movement of movements) addTo(all, movement, 1n);
  return all;
}

const nextOf = ({ book, index }: Cursor): PostedMovement => defined(book.movements[index]);

/** True when the cursor's next movement comes before `limit`, the next movement of the following cursor. */
function isFirst(cursor: Cursor, limit: PostedMovement | undefined): boolean {
  const next = cursor.book.movements[cursor.index];
  return next !== undefined && (limit === undefined || byEffect(next, limit) < 0);
}
