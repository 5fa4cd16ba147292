/**
 * Moving average as a person with a pencil does it: at every event everything is worked out from nothing again,
 * movement after movement over all pools. Slow and obvious, and shares no code with domain/costing.
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
}

/** Value of every movement that stands after the first `count` happenings. Quantities and values are whole here. */
export function worthAfter(happenings: readonly Happening[], count: number): Worth[] {
  let standing: Moved[] = [];
  happenings.slice(0, count).forEach((happening, index) => {
    if ('post' in happening) standing.push({ ...happening.post, position: index + 1 });
    else standing = standing.filter((each) => each.document !== happening.takeBack);
  });
  const rows = standing.flatMap((each) =>
    each.goods.map(
      (goods, index): Row => ({
        document: each.document,
        line: goods.line ?? index + 1,
        at: each.at,
        position: each.position,
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
    const quantity = BigInt(row.goods.quantity) * 1_000_000n;
    const value = worth(row.goods, quantity, pencil, row.goods.like && done.get(row.goods.like.join('#')));
    note(pencil, row.goods, quantity, value);
    const result = { item: row.item, inventory: row.inventory, at: row.at, quantity, value };
    done.set(`${row.document}#${row.line}`, result);
    return result;
  });
}

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
  if (goods.posted !== undefined && goods.posted !== '0' && quantity > 0n) {
    pencil.purchase = [BigInt(goods.posted) * 10_000n, quantity];
  }
}

function worth(goods: Goods, quantity: bigint, pencil: Pencil, like: Worth | undefined): bigint {
  const last = pencil.average ?? pencil.purchase ?? [0n, 1n];
  const out = (count: bigint): bigint => {
    if (count === pencil.quantity) return pencil.value;
    if (pencil.quantity > 0n) return share(pencil.value, count, pencil.quantity);
    if (pencil.quantity < 0n && pencil.value !== 0n) return share(pencil.value, count, pencil.quantity);
    return share(last[0], count, last[1]);
  };
  let brought: bigint | undefined;
  if (goods.posted !== undefined) brought = BigInt(goods.posted) * 10_000n;
  else if (goods.like && like && like.quantity !== 0n) brought = share(like.value, quantity, like.quantity);
  else if (quantity > 0n && pencil.quantity > 0n) brought = share(pencil.value, quantity, pencil.quantity);
  else if (quantity > 0n) brought = share(last[0], quantity, last[1]);
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

/** value × part ÷ whole, half away from zero. */
function share(value: bigint, part: bigint, whole: bigint): bigint {
  const exact = value * part;
  const sign = exact < 0n === whole < 0n ? 1n : -1n;
  const [over, under] = [exact < 0n ? -exact : exact, whole < 0n ? -whole : whole];
  const floor = over / under;
  return sign * ((over - floor * under) * 2n >= under ? floor + 1n : floor);
}
