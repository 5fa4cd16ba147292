/**
 * Averages over inventories and FIFO layers, computed from the beginning each time, layer by layer. It shares no code
 * with domain/costing.
 */
import type { RuleChange } from '../../domain/costing/rules.ts';
import type { Goods } from './business.ts';

export type Ruled = { readonly at: string; readonly goods: Goods } | { readonly change: RuleChange };

export interface Shelf {
  quantity: bigint;
  value: bigint;
}
interface Layer {
  quantity: bigint;
  value: bigint;
}
interface Piles {
  since: string;
  layers: Layer[];
}

const UNIT = 1_000_000n;

/** Quantity and value by `stock:<item>:<inventory>`, without empty ones. Receipts have a value, issues have none. */
export function heldUnder(happenings: readonly Ruled[]): Record<string, [bigint, bigint]> {
  const changes = happenings.flatMap((happening) => ('change' in happening ? [happening.change] : []));
  const moves = happenings
    .flatMap((happening, index) => ('change' in happening ? [] : [{ ...happening, index }]))
    .sort((a, b) => (a.at === b.at ? a.index - b.index : a.at < b.at ? -1 : 1));
  const held: Record<string, [bigint, bigint]> = {};
  for (const item of [1, 2]) {
    const shelves = new Map<number, Shelf>([1, 2, 3].map((inventory) => [inventory, { quantity: 0n, value: 0n }]));
    const piles = new Map<number, Piles>();
    const last = new Map<number, Layer[]>();
    for (const { at, goods } of moves) {
      if ((goods.item ?? 1) === item) move(shelves, piles, last, changes, item, at, goods);
    }
    for (const [inventory, { quantity, value }] of shelves) {
      if (quantity !== 0n || value !== 0n) held[`stock:${item}:${inventory}`] = [quantity, value];
    }
  }
  return held;
}

/**
 * The rule of an item in an inventory at a moment: the last change, in the order of entry, whose first day has come.
 */
export function ruleOf(changes: readonly RuleChange[], item: number, inventory: number, at: string) {
  let rule = { scope: 'inventory', method: 'moving_average' };
  const named = changes.filter(
    (change) =>
      (change.items.length === 0 || change.items.includes(item)) &&
      (change.inventories.length === 0 || change.inventories.includes(inventory)),
  );
  for (const { from, scope, method } of named) {
    if (from <= at) rule = { scope: scope ?? rule.scope, method: method ?? rule.method };
  }
  return rule;
}

/** The day since which the inventory has had its rule of the moment `at`; empty for the default rule. */
export function sinceOf(changes: readonly RuleChange[], item: number, inventory: number, at: string): string {
  const say = (day: string) => JSON.stringify(ruleOf(changes, item, inventory, day));
  const days = [...new Set(changes.map(({ from }) => from))].filter((from) => from <= at).sort();
  let since = '';
  let before = JSON.stringify({ scope: 'inventory', method: 'moving_average' });
  for (const day of days) {
    if (say(day) !== before) since = day;
    before = say(day);
  }
  return since;
}

/** For inventories with one average: the first day of the last change that concerns the item. */
export function lastChange(changes: readonly RuleChange[], item: number, at: string): string {
  const named = changes.filter(
    (change) => (change.items.length === 0 || change.items.includes(item)) && change.from <= at,
  );
  return (
    named
      .map(({ from }) => from)
      .sort()
      .at(-1) ?? ''
  );
}

function move(
  shelves: Map<number, Shelf>,
  piles: Map<number, Piles>,
  last: Map<number, Layer[]>,
  changes: readonly RuleChange[],
  item: number,
  at: string,
  goods: Goods,
): void {
  const inventory = goods.inventory ?? 1;
  const rule = ruleOf(changes, item, inventory, at);
  const isCompany = rule.scope === 'company';
  const members = [1, 2, 3].filter((candidate) => {
    const other = ruleOf(changes, item, candidate, at);
    return isCompany ? other.scope === 'company' && other.method === rule.method : candidate === inventory;
  });
  const sum = (of: 'quantity' | 'value') =>
    members.reduce((total, member) => total + (shelves.get(member) as Shelf)[of], 0n);
  const [quantity, value] = [sum('quantity'), sum('value')];
  const since = isCompany ? lastChange(changes, item, at) : sinceOf(changes, item, inventory, at);
  const place = isCompany ? 0 : inventory;
  const count = BigInt(goods.quantity) * UNIT;
  let pile = piles.get(place);
  if (pile?.since !== since) pile = { since, layers: quantity > 0n ? [{ quantity, value }] : [] };
  const worth = count > 0n ? incoming(count, BigInt(goods.posted ?? '0') * 10_000n, quantity, value) : 0n;
  let change = worth;
  if (count < 0n)
    change = -outgoing(-count, quantity, value, rule.method === 'fifo' ? pile.layers : undefined, () =>
      lastOf(last, members),
    );
  if (rule.method === 'fifo') {
    pile.layers = pileAfter(pile.layers, count, change, quantity, value);
    piles.set(place, pile);
  }
  const own = shelves.get(inventory) as Shelf;
  own.quantity += count;
  own.value += change;
  if (members.length > 1) share(members.map((member) => shelves.get(member) as Shelf));
  remember(last, shelves, inventory, count, goods);
}

/** All inventories after each movement, from which the last cost of any group of them is found. */
interface Past {
  readonly shelves: ReadonlyMap<number, Layer>;
  readonly inventory: number;
  readonly bought: Layer | undefined;
}
const PAST = new WeakMap<Map<number, Layer[]>, Past[]>();

function remember(
  last: Map<number, Layer[]>,
  shelves: Map<number, Shelf>,
  inventory: number,
  count: bigint,
  goods: Goods,
): void {
  const past = PAST.get(last) ?? [];
  const posted = BigInt(goods.posted ?? '0') * 10_000n;
  past.push({
    shelves: new Map([...shelves].map(([each, { quantity, value }]) => [each, { quantity, value }])),
    inventory,
    bought: count > 0n && posted !== 0n ? { quantity: count, value: posted } : undefined,
  });
  PAST.set(last, past);
}

function lastOf(last: Map<number, Layer[]>, members: readonly number[]): Layer | undefined {
  const past = PAST.get(last) ?? [];
  const together = ({ shelves }: Past): Layer => ({
    quantity: members.reduce((sum, member) => sum + (shelves.get(member)?.quantity ?? 0n), 0n),
    value: members.reduce((sum, member) => sum + (shelves.get(member)?.value ?? 0n), 0n),
  });
  const average = past.map(together).findLast(({ quantity }) => quantity > 0n);
  return average ?? past.findLast(({ inventory, bought }) => bought && members.includes(inventory))?.bought;
}

function incoming(count: bigint, given: bigint, quantity: bigint, value: bigint): bigint {
  const left = quantity + count;
  if (quantity >= 0n) return given;
  if (left > 0n) return part(given, left, count) - value;
  return left === 0n ? -value : part(value, left, quantity) - value;
}

function outgoing(
  count: bigint,
  quantity: bigint,
  value: bigint,
  layers: readonly Layer[] | undefined,
  lastCost: () => Layer | undefined,
): bigint {
  if (count === quantity) return value;
  if (layers && quantity > 0n) return oldest(layers, count);
  if (quantity > 0n || (quantity < 0n && value !== 0n)) return part(value, count, quantity);
  const last = lastCost();
  return last ? part(last.value, count, last.quantity) : 0n;
}

function oldest(layers: readonly Layer[], count: bigint): bigint {
  let left = count;
  let cost = 0n;
  for (const layer of layers) {
    const takes = left < layer.quantity ? left : layer.quantity;
    cost += takes === layer.quantity ? layer.value : part(layer.value, takes, layer.quantity);
    left -= takes;
    if (left === 0n) return cost;
  }
  const newest = layers.at(-1) as Layer;
  return cost + part(newest.value, left, newest.quantity);
}

function pileAfter(layers: readonly Layer[], count: bigint, change: bigint, quantity: bigint, value: bigint): Layer[] {
  const after = { quantity: quantity + count, value: value + change };
  if (after.quantity <= 0n) return [];
  if (quantity <= 0n) return [after];
  if (count > 0n) return [...layers, { quantity: count, value: change }];
  const left: Layer[] = [];
  let gone = -count;
  for (const layer of layers) {
    const takes = gone < layer.quantity ? gone : layer.quantity;
    gone -= takes;
    if (takes === layer.quantity) continue;
    left.push({ quantity: layer.quantity - takes, value: layer.value - part(layer.value, takes, layer.quantity) });
  }
  return left;
}

/**
 * Shares the total value by quantity with largest remainders, unless the value of each inventory is right to ten units
 * of the fourth decimal.
 */
export function share(shelves: readonly Shelf[]): void {
  const quantity = shelves.reduce((total, shelf) => total + shelf.quantity, 0n);
  const value = shelves.reduce((total, shelf) => total + shelf.value, 0n);
  const right = (shelf: Shelf) => {
    if (shelf.quantity === 0n || quantity === 0n) return shelf.value === 0n;
    const off = shelf.value * quantity - shelf.quantity * value;
    return abs(off) < abs(quantity) * 10n;
  };
  // The value of what adds up to zero stays where it is until goods move.
  if (shelves.every(right) || (quantity === 0n && value !== 0n)) return;
  if (quantity === 0n) {
    for (const shelf of shelves) shelf.value = 0n;
    return;
  }
  const lacks: { shelf: Shelf; rest: bigint; place: number }[] = [];
  let left = value;
  shelves.forEach((shelf, place) => {
    const top = shelf.quantity * value * (quantity < 0n ? -1n : 1n);
    let whole = top / abs(quantity);
    if (whole * abs(quantity) > top) whole -= 1n;
    shelf.value = whole;
    left -= whole;
    lacks.push({ shelf, rest: top - whole * abs(quantity), place });
  });
  lacks.sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  for (let index = 0; left > 0n; index++, left--) (lacks[index] as { shelf: Shelf }).shelf.value += 1n;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** value × part ÷ whole, rounded half away from zero. */
function part(value: bigint, of: bigint, whole: bigint): bigint {
  const exact = value * of;
  const sign = exact < 0n === whole < 0n ? 1n : -1n;
  const floor = abs(exact) / abs(whole);
  return sign * ((abs(exact) - floor * abs(whole)) * 2n >= abs(whole) ? floor + 1n : floor);
}
