/** The moving average with a pencil: every movement of every pool in the order of effect (accounting.md, section 4). */
import type { Entry, Line, Move } from './entry.ts';
import { deal, priceOf, ratio, total } from './exact.ts';

export interface Known extends Entry {
  readonly document: string;
  readonly position: bigint;
  /** Currency of the books. */
  readonly system: number;
}

/** A movement with what it came to, and the lines that its cost adds to the ledger. */
export interface Valued {
  readonly at: string;
  readonly move: Move;
  readonly count: bigint;
  readonly value: bigint;
  readonly lines: readonly Line[];
}

interface Pencil {
  count: bigint;
  value: bigint;
  /** What it held when it last held anything, and what last came in at a price: for what leaves when nothing is there. */
  average: Held | undefined;
  purchase: Held | undefined;
}
interface Held {
  readonly count: bigint;
  readonly value: bigint;
}

export function valued(entries: readonly Known[]): Valued[] {
  const ordered = entries
    .flatMap((entry) => entry.moves.map((move, index) => ({ entry, move, index })))
    .sort((a, b) => {
      if (a.entry.at !== b.entry.at) return a.entry.at < b.entry.at ? -1 : 1;
      if (a.entry.position !== b.entry.position) return a.entry.position < b.entry.position ? -1 : 1;
      return a.index - b.index;
    });
  const pools = new Map<string, Pencil>();
  const done = new Map<string, Held>();
  return ordered.map(({ entry, move }) => {
    const key = JSON.stringify(move.pool);
    const pencil = pools.get(key) ?? { count: 0n, value: 0n, average: undefined, purchase: undefined };
    pools.set(key, pencil);
    const { worth } = move;
    const count = worth.by === 'count' ? worth.real - pencil.count : move.count;
    const brought = broughtBy(move, count, pencil, done);
    const value = booked(count, brought, pencil);
    pencil.count += count;
    pencil.value += value;
    if (pencil.count > 0n) pencil.average = { count: pencil.count, value: pencil.value };
    if (worth.by === 'price' && count > 0n && worth.value !== 0n) pencil.purchase = { count, value: worth.value };
    done.set(`${entry.document} ${move.name}`, { count, value });
    const variance = move.variance === undefined || brought === undefined ? 0n : value - brought;
    return { at: entry.at, move, count, value, lines: costLines(move, value, variance, entry.system) };
  });
}

/** The value that goods bring along; undefined for those that leave at the average of where they are. */
function broughtBy(
  { worth }: Move,
  count: bigint,
  pencil: Pencil,
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
  if (pencil.count > 0n) return ratio(pencil.value * count, pencil.count);
  if (worth.by !== 'same' && worth.unitCost !== undefined) return priceOf(worth.unitCost, count);
  return provisional(count, pencil);
}

function provisional(count: bigint, { average, purchase }: Pencil): bigint {
  const last = average ?? purchase;
  return last ? ratio(last.value * count, last.count) : 0n;
}

/** What the pool books for it: never a value without goods, and the true cost of what is left after it was below zero. */
function booked(count: bigint, brought: bigint | undefined, pencil: Pencil): bigint {
  const left = pencil.count + count;
  const leave = (): bigint => {
    if (left === 0n) return -pencil.value;
    if (pencil.count > 0n || (pencil.count < 0n && pencil.value !== 0n)) {
      return ratio(pencil.value * count, pencil.count);
    }
    return provisional(count, pencil);
  };
  if (brought === undefined) return leave();
  if (count > 0n) {
    if (pencil.count >= 0n) return brought;
    if (left === 0n) return -pencil.value;
    const kept = left > 0n ? ratio(brought * left, count) : ratio(pencil.value * left, pencil.count);
    return kept - pencil.value;
  }
  if (left === 0n) return -pencil.value;
  if (left < 0n) return count === 0n ? 0n : leave();
  return pencil.value + brought < 0n ? -pencil.value : brought;
}

/** The account of the pool against whoever bears the cost, and between their outlets where they are two. */
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
