/**
 * Values the movements of goods and foreign cash, one after the other in the order of effect (docs/accounting.md,
 * section 4).
 */
import type { RuleChange } from '../../domain/costing/rules.ts';
import type { Entry, Line, Move } from './entry.ts';
import { deal, priceOf, ratio, total } from './exact.ts';
import { costOf, type Held, Shelves, type Together } from './shelves.ts';

export interface Known extends Entry {
  readonly document: string;
  readonly position: bigint;
  /** The position of the event itself, not of a later correction. */
  readonly said: bigint;
  /** The system currency. */
  readonly system: number;
}

/** A movement with its value, and the journal lines that its cost adds. */
export interface Valued {
  readonly at: string;
  readonly document: string;
  readonly said: bigint;
  readonly move: Move;
  readonly count: bigint;
  readonly undelivered: bigint;
  readonly value: bigint;
  /** Changes of the values of inventories, because they share one average with that of the movement. */
  readonly shared: readonly { readonly inventory: number; readonly value: bigint }[];
  readonly lines: readonly Line[];
}

export function valued(entries: readonly Known[], rules: readonly RuleChange[]): Valued[] {
  const ordered = entries
    .flatMap((entry, order) => entry.moves.map((move, index) => ({ entry, order, move, index })))
    .sort((a, b) => {
      if (a.entry.at !== b.entry.at) return a.entry.at < b.entry.at ? -1 : 1;
      if (a.entry.position !== b.entry.position) return a.entry.position < b.entry.position ? -1 : 1;
      return a.order - b.order || a.index - b.index;
    });
  const stores = new Map<string, Shelves>();
  const done = new Map<string, Held>();
  return ordered.map(({ entry, move }) => {
    const { pool, worth } = move;
    const name = 'cash' in pool ? `${pool.cash} ${pool.currency}` : `item ${pool.item}`;
    const store = stores.get(name) ?? new Shelves('cash' in pool ? undefined : pool.item, rules);
    stores.set(name, store);
    const first = worth.by === 'average' ? worth.own : undefined;
    const together = store.together('cash' in pool ? 0 : pool.inventory, move.outlet, entry.at);
    const { own } = together;
    const said = {
      at: entry.at,
      document: entry.document,
      said: entry.said,
      move,
      undelivered: move.undelivered ?? 0n,
    };
    const count = worth.by === 'count' ? worth.real - own.quantity - own.undelivered : move.count;
    own.undelivered += said.undelivered;
    // What leaves the inventory after its sale left the stock with the sale; inventories with one average share it then too.
    if (count === 0n && said.undelivered !== 0n) {
      const shared = store.shared(together);
      return { ...said, count, value: 0n, shared, lines: sharedLines(shared, entry.system) };
    }
    const brought = broughtBy(move, count, together, done);
    const value = booked(count, brought, together, first);
    const leavesAtOwn = worth.by === 'price' || worth.by === 'same' || worth.by === 'made';
    const bought = worth.by === 'price' && count > 0n && worth.value !== 0n;
    const shared = store.put(together, {
      document: entry.document,
      count,
      value,
      leavesAtOwn,
      first,
      bought: bought ? worth.value : 0n,
    });
    done.set(`${entry.document} ${move.name}`, { count, value });
    const variance = move.variance === undefined || brought === undefined ? 0n : value - brought;
    const lines = [...costLines(move, value, variance, entry.system), ...sharedLines(shared, entry.system)];
    return { ...said, count, value, shared, lines };
  });
}

/**
 * Returns the value of a receipt, or of an issue with a value of its own; undefined for an issue at the cost of its
 * pool.
 */
function broughtBy(
  { worth }: Move,
  count: bigint,
  together: Together,
  done: ReadonlyMap<string, Held>,
): bigint | undefined {
  if (worth.by === 'price') return worth.value;
  if (worth.by === 'made') {
    const inputs = total(worth.of.map((name) => done.get(name)?.value ?? 0n));
    return deal(worth.plus - inputs, worth.weights)[worth.part] ?? 0n;
  }
  const like = worth.by === 'same' ? done.get(worth.as) : undefined;
  if (worth.by === 'same' && like && like.count !== 0n) {
    const before = worth.before ?? 0n;
    return ratio(like.value * (before + count), like.count) - ratio(like.value * before, like.count);
  }
  if (count < 0n) return undefined;
  const { held } = together;
  if (held.count > 0n) return ratio(held.value * count, held.count);
  if (worth.by !== 'same' && worth.unitCost !== undefined) return priceOf(worth.unitCost, count);
  return provisional(count, together);
}

function provisional(count: bigint, { lastCost }: Together): bigint {
  const last = lastCost();
  return last ? ratio(last.value * count, last.count) : 0n;
}

/**
 * Returns the change of the pool's value. A pool with quantity zero has value zero. A receipt into a pool below zero
 * leaves the remaining goods at their true cost.
 */
function booked(count: bigint, brought: bigint | undefined, together: Together, first?: string): bigint {
  const { held, piles } = together;
  const left = held.count + count;
  const leave = (): bigint => {
    if (left === 0n) return -held.value;
    if (held.count > 0n && piles) return -costOf(piles, -count, first);
    if (held.count > 0n || (held.count < 0n && held.value !== 0n)) return ratio(held.value * count, held.count);
    return provisional(count, together);
  };
  if (brought === undefined) return leave();
  if (count > 0n) {
    if (held.count >= 0n) return brought;
    if (left === 0n) return -held.value;
    const kept = left > 0n ? ratio(brought * left, count) : ratio(held.value * left, held.count);
    return kept - held.value;
  }
  if (left === 0n) return -held.value;
  if (left < 0n) return count === 0n ? 0n : leave();
  return held.value + brought < 0n ? -held.value : brought;
}

/**
 * The lines of values that move between inventories with one average: on the account of each inventory, and on
 * `inter-outlet` of its outlet.
 */
function sharedLines(shared: readonly { inventory: number; outlet: number; value: bigint }[], system: number): Line[] {
  const line = (account: string, outlet: number, base: bigint): Line => {
    return { account, outlet, base, foreign: base, currency: system };
  };
  return shared.flatMap(({ inventory, outlet, value }) => [
    line(`inventory ${inventory}`, outlet, value),
    line('inter-outlet', outlet, -value),
  ]);
}

/**
 * The lines of a movement's cost: on the account of its pool, on `variance` and `against`, and between their outlets
 * when they differ.
 */
function costLines(move: Move, value: bigint, variance: bigint, system: number): Line[] {
  const cost = value - move.carried;
  const rest = cost - variance;
  const line = (account: string, outlet: number, base: bigint): Line => {
    return { account, outlet, base, foreign: base, currency: system };
  };
  const { pool, outlet, across } = move;
  const held: Line =
    'cash' in pool
      ? { account: pool.cash, outlet, base: cost, foreign: 0n, currency: pool.currency }
      : line(`inventory ${pool.inventory}`, outlet, cost);
  const between = across ? [line(across.through, outlet, -rest), line(across.through, across.outlet, rest)] : [];
  return [
    held,
    ...(move.variance === undefined ? [] : [line(move.variance, outlet, -variance)]),
    ...between,
    line(move.against, across?.outlet ?? outlet, -rest),
  ];
}
