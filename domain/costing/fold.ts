/** Valuing movements anew, over every pool that is concerned, in one order of effect. */
import { type BookedMovement, byEffect, poolKey } from './movement.ts';
import type { PoolBook } from './pool-book.ts';
import { valuation, type Worth } from './valuation.ts';

interface Cursor {
  readonly book: PoolBook;
  index: number;
  quantity: bigint;
  value: bigint;
}

/** How movements lead to others: what one is valued by, and those that are valued by one. */
export interface Links {
  target(movement: BookedMovement): BookedMovement | undefined;
  inputs(movement: BookedMovement): readonly BookedMovement[];
  followers(movement: BookedMovement): readonly BookedMovement[];
}

/** One pass over every pool that is concerned, movement by movement in the order of effect. */
export class Fold {
  readonly #pools: ReadonlyMap<string, PoolBook>;
  readonly #links: Links;
  readonly #starts = new Map<PoolBook, BookedMovement | undefined>();
  /** Latest first, so that the next one is at the end. */
  readonly #cursors: Cursor[] = [];
  readonly #before = new Map<BookedMovement, Worth>();

  constructor(pools: ReadonlyMap<string, PoolBook>, links: Links) {
    this.#pools = pools;
    this.#links = links;
  }

  /** The pool is to be valued anew from the movement at `index` on. */
  start(book: PoolBook, index: number): void {
    const movement = book.movements[index];
    const earlier = this.#starts.get(book);
    if (movement && (!earlier || byEffect(movement, earlier) < 0)) this.#starts.set(book, movement);
  }

  startFollowers(movement: BookedMovement): void {
    for (const follower of this.#links.followers(movement)) {
      const book = this.#pools.get(poolKey(follower.pool));
      if (book) this.start(book, book.indexOf(follower));
    }
  }

  /** Values everything and gives what the movements were worth that are worth something else now. */
  run(): ReadonlyMap<BookedMovement, Worth> {
    this.#open();
    for (let cursor = this.#cursors.pop(); cursor; cursor = this.#cursors.pop()) {
      const next = this.#cursors.at(-1);
      const limit = next && nextOf(next);
      do this.#value(cursor);
      while (this.#starts.size === 0 && isFirst(cursor, limit));
      if (cursor.index < cursor.book.movements.length) this.#queue(cursor);
      else cursor.book.holds(cursor);
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
      book.changesFrom(index);
      this.#queue({ book, index, ...book.before(index) });
    }
    this.#starts.clear();
  }

  /**
   * A pool that is on its way has not come as far as a movement that takes effect later; but it may have been
   * started beyond it. Nothing between was valued in this pass.
   */
  #backTo(open: number, index: number): void {
    const cursor = this.#cursors[open] as Cursor;
    if (index >= cursor.index) return;
    for (const { quantity, value } of cursor.book.movements.slice(index, cursor.index)) {
      cursor.quantity -= quantity;
      cursor.value -= value;
    }
    cursor.index = index;
    cursor.book.changesFrom(index);
    this.#cursors.splice(open, 1);
    this.#queue(cursor);
  }

  #queue(cursor: Cursor): void {
    const place = nextOf(cursor);
    let at = this.#cursors.length;
    while (at > 0 && byEffect(nextOf(this.#cursors[at - 1] as Cursor), place) < 0) at--;
    this.#cursors.splice(at, 0, cursor);
  }

  #value(cursor: Cursor): void {
    const booked = nextOf(cursor);
    const { quantity, value } = cursor;
    const target = this.#links.target(booked);
    const like =
      target && byEffect(target, booked) < 0
        ? { quantity: target.quantity as bigint, value: target.value as bigint }
        : undefined;
    const provisional = () => {
      const last = cursor.book.lastCost(cursor.index, { quantity, value });
      return last.by === 'nothing' ? undefined : last;
    };
    const inputs = this.#links.inputs(booked).reduce((total, each) => total + each.value, 0n);
    const worth = valuation(booked, cursor, { like, inputs, provisional });
    cursor.quantity += worth.quantity;
    cursor.value += worth.value;
    if (worth.value !== booked.value || worth.quantity !== booked.quantity || worth.variance !== booked.variance) {
      if (!this.#before.has(booked)) this.#before.set(booked, worthOf(booked));
      Object.assign(booked, worth);
      this.startFollowers(booked);
    }
    cursor.index++;
  }
}

const worthOf = ({ quantity, value, variance }: BookedMovement): Worth => ({ quantity, value, variance });

const nextOf = ({ book, index }: Cursor): BookedMovement => book.movements[index] as BookedMovement;

/** Whether the cursor's next movement comes before `limit`, where the next pool stands. */
function isFirst(cursor: Cursor, limit: BookedMovement | undefined): boolean {
  const next = cursor.book.movements[cursor.index];
  return next !== undefined && (limit === undefined || byEffect(next, limit) < 0);
}
