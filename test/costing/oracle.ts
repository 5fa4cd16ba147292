/**
 * The moving average, computed from the beginning at every event, movement by movement over all pools. It shares no
 * code with domain/costing.
 */
import type { Goods } from './business.ts';

export interface Entered {
  readonly document: string;
  readonly at: string;
  readonly goods: readonly Goods[];
}
export type Happening = { readonly post: Entered } | { readonly takeBack: string };

interface Moved extends Entered {
  readonly position: number;
}
interface Row {
  readonly document: string;
  readonly line: number;
  readonly at: string;
  readonly position: number;
  readonly item: number;
  readonly inventory: number;
  readonly goods: Goods;
}
export interface Worth {
  readonly item: number;
  readonly inventory: number;
  readonly at: string;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly variance: bigint;
}

/**
 * The values of all unreversed movements after the first `count` happenings. Quantities and values are whole numbers.
 */
export function worthAfter(happenings: readonly Happening[], count: number): Worth[] {
  let standing: Moved[] = [];
  happenings.slice(0, count).forEach((happening, index) => {
    if ('post' in happening) standing.push({ ...happening.post, position: index + 1 });
    else standing = standing.filter((moved) => moved.document !== happening.takeBack);
  });
  const rows = standing.flatMap((moved) =>
    moved.goods.map(
      (goods, index): Row => ({
        document: moved.document,
        line: goods.line ?? index + 1,
        at: moved.at,
        position: moved.position,
        item: goods.item ?? 1,
        inventory: goods.inventory ?? 1,
        goods,
      }),
    ),
  );
  rows.sort((a, b) => a.at.localeCompare(b.at) || a.position - b.position || a.line - b.line);
  const pools = new Map<string, Pencil>();
  const done = new Map<string, Worth>();
  return rows.map((row) => {
    const key = `${row.item} ${row.inventory}`;
    const pencil = pools.get(key) ?? { quantity: 0n, value: 0n, average: undefined, purchase: undefined };
    pools.set(key, pencil);
    const { goods, item, inventory, at } = row;
    const quantity = goods.counted === undefined ? units(goods.quantity) : units(goods.counted) - pencil.quantity;
    const leaders = goods.made?.of.map((line) => done.get(`${row.document}#${line}`)) ?? [];
    const brought = broughtBy(goods, quantity, pencil, {
      like: goods.like && done.get(`${goods.like[0]}#${goods.like[1]}`),
      inputs: leaders.reduce((total, leader) => total - (leader?.value ?? 0n), 0n),
    });
    const value = worth(quantity, pencil, brought);
    note(pencil, goods, quantity, value);
    const variance = goods.varianceTo && brought !== undefined ? value - brought : 0n;
    const result = { item, inventory, at, quantity, value, variance };
    done.set(`${row.document}#${row.line}`, result);
    return result;
  });
}

const units = (count: string): bigint => BigInt(count) * 1_000_000n;

interface Pencil {
  quantity: bigint;
  value: bigint;
  average: readonly [value: bigint, quantity: bigint] | undefined;
  purchase: readonly [value: bigint, quantity: bigint] | undefined;
}

function note(pencil: Pencil, goods: Goods, quantity: bigint, value: bigint): void {
  pencil.quantity += quantity;
  pencil.value += value;
  if (pencil.quantity > 0n) pencil.average = [pencil.value, pencil.quantity];
  if (!goods.made && goods.posted !== undefined && goods.posted !== '0' && quantity > 0n) {
    pencil.purchase = [BigInt(goods.posted) * 10_000n, quantity];
  }
}

interface Leaders {
  readonly like: Worth | undefined;
  readonly inputs: bigint;
}

/** The value of a receipt, or of an issue with a value of its own; undefined for an issue at the average. */
function broughtBy(goods: Goods, quantity: bigint, pencil: Pencil, { like, inputs }: Leaders): bigint | undefined {
  if (goods.made) return dealt(inputs + BigInt(goods.plus ?? '0') * 10_000n, goods.made.weights)[goods.made.part];
  if (goods.posted !== undefined) return BigInt(goods.posted) * 10_000n;
  if (goods.like && like && like.quantity !== 0n) {
    const before = BigInt(goods.like[2] ?? 0) * 1_000_000n;
    return share(like.value, before + quantity, like.quantity) - share(like.value, before, like.quantity);
  }
  if (quantity < 0n) return undefined;
  if (pencil.quantity > 0n) return share(pencil.value, quantity, pencil.quantity);
  const [value, count] = pencil.average ?? pencil.purchase ?? [0n, 1n];
  return share(value, quantity, count);
}

/** Shares by largest remainder, the first part first among equal remainders. */
function dealt(total: bigint, weights: readonly number[]): bigint[] {
  const whole = BigInt(weights.reduce((a, b) => a + b, 0));
  const magnitude = total < 0n ? -total : total;
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? total : 0n));
  const hands = weights.map((weight, index) => {
    const exact = magnitude * BigInt(weight);
    return { index, got: exact / whole, lacks: exact % whole };
  });
  let left = magnitude - hands.reduce((sum, hand) => sum + hand.got, 0n);
  for (const hand of [...hands].sort((a, b) => Number(b.lacks - a.lacks) || a.index - b.index)) {
    if (left-- > 0n) hand.got += 1n;
  }
  return hands.map((hand) => (total < 0n ? -hand.got : hand.got));
}

function worth(quantity: bigint, pencil: Pencil, brought: bigint | undefined): bigint {
  const last = pencil.average ?? pencil.purchase ?? [0n, 1n];
  const out = (count: bigint): bigint => {
    if (count === pencil.quantity) return pencil.value;
    if (pencil.quantity > 0n) return share(pencil.value, count, pencil.quantity);
    if (pencil.quantity < 0n && pencil.value !== 0n) return share(pencil.value, count, pencil.quantity);
    return share(last[0], count, last[1]);
  };
  if (brought === undefined) return -out(-quantity);

  const left = pencil.quantity + quantity;
  if (quantity > 0n) {
    if (pencil.quantity >= 0n) return brought;
    if (left === 0n) return -pencil.value;
    return (left > 0n ? share(brought, left, quantity) : share(pencil.value, left, pencil.quantity)) - pencil.value;
  }
  if (left === 0n) return -pencil.value;
  if (left < 0n) return quantity === 0n ? 0n : -out(-quantity);
  return pencil.value + brought < 0n ? -pencil.value : brought;
}

/** value × part ÷ whole, rounded half away from zero. */
function share(value: bigint, part: bigint, whole: bigint): bigint {
  const exact = value * part;
  const sign = exact < 0n === whole < 0n ? 1n : -1n;
  const [over, under] = [exact < 0n ? -exact : exact, whole < 0n ? -whole : whole];
  const floor = over / under;
  return sign * ((over - floor * under) * 2n >= under ? floor + 1n : floor);
}
