/**
 * Goods of an item on the shelves of its inventories, or money in a box: what lies there, which shelves are valued
 * together, and in which piles goods lie that leave first in, first out (decisions/0024). Slow and obvious.
 */
import type { RuleChange } from '../../domain/costing/rules.ts';
import { lastChange, ruleOf, type Shelf, share, sinceOf } from '../costing/rules-oracle.ts';
import { ratio, total } from './exact.ts';

export interface Held {
  readonly count: bigint;
  readonly value: bigint;
}

/** Goods that one document brought, as far as they are still there. */
export interface Pile extends Held {
  readonly document: string;
}

interface Placed extends Shelf {
  readonly inventory: number;
  readonly outlet: number;
}

/** The shelves that are valued together, before a movement on one of them. */
export interface Together {
  readonly name: string;
  readonly since: string;
  readonly own: Placed;
  readonly shelves: readonly Placed[];
  readonly held: Held;
  /** Oldest first; undefined at the average. */
  readonly piles: readonly Pile[] | undefined;
  /** What they held when they last held anything, else what was last bought for them: for what leaves when nothing is there. */
  lastCost(): Held | undefined;
}

export interface Put extends Held {
  readonly document: string;
  /** What leaves does so for a value of its own, not for what it costs here. */
  readonly leavesAtOwn: boolean;
  /** What it was bought for; nothing for everything else. */
  readonly bought: bigint;
}

interface Past {
  readonly held: ReadonlyMap<number, Held>;
  readonly bought: (Held & { readonly inventory: number }) | undefined;
}

export class Shelves {
  readonly #item: number | undefined;
  readonly #rules: readonly RuleChange[];
  #shelves: readonly Placed[] = [];
  readonly #piles = new Map<string, { readonly since: string; readonly piles: readonly Pile[] }>();
  /** After every movement. */
  readonly #past: Past[] = [];

  constructor(item: number | undefined, rules: readonly RuleChange[]) {
    this.#item = item;
    this.#rules = item === undefined ? [] : rules;
  }

  together(inventory: number, outlet: number, at: string): Together {
    const own = this.#shelf(inventory, outlet);
    const rule = (of: number) => ruleOf(this.#rules, this.#item ?? 0, of, at);
    const { scope, method } = rule(inventory);
    const isCompany = scope === 'company';
    const shelves = isCompany
      ? this.#shelves.filter(
          (shelf) => rule(shelf.inventory).scope === scope && rule(shelf.inventory).method === method,
        )
      : [own];
    const name = isCompany ? 'company' : String(inventory);
    const since = this.#since(isCompany, inventory, at);
    const held = sum(shelves);
    return {
      ...{ name, since, own, shelves, held },
      piles: method === 'fifo' ? this.#pilesOf(name, since, held) : undefined,
      lastCost: () => this.#lastCost(shelves.map((shelf) => shelf.inventory)),
    };
  }

  #since(isCompany: boolean, inventory: number, at: string): string {
    const [rules, item] = [this.#rules, this.#item ?? 0];
    if (rules.length === 0) return '';
    return isCompany ? lastChange(rules, item, at) : sinceOf(rules, item, inventory, at);
  }

  #shelf(inventory: number, outlet: number): Placed {
    const known = this.#shelves.find((shelf) => shelf.inventory === inventory);
    if (known) return known;
    const shelf = { inventory, outlet, quantity: 0n, value: 0n };
    this.#shelves = [...this.#shelves, shelf].sort((a, b) => a.inventory - b.inventory);
    return shelf;
  }

  /** What lay there when it began is one pile of nobody. */
  #pilesOf(name: string, since: string, held: Held): readonly Pile[] {
    const known = this.#piles.get(name);
    if (known?.since === since) return known.piles;
    return held.count > 0n ? [{ ...held, document: '' }] : [];
  }

  #lastCost(inventories: readonly number[]): Held | undefined {
    const all = ({ held }: Past): Held => {
      const parts = inventories.flatMap((inventory) => held.get(inventory) ?? []);
      return { count: total(parts.map(({ count }) => count)), value: total(parts.map(({ value }) => value)) };
    };
    for (const past of this.#past.toReversed()) if (all(past).count > 0n) return all(past);
    return this.#past.findLast(({ bought }) => bought && inventories.includes(bought.inventory))?.bought;
  }

  /** Gives what else changed on the shelves that are valued together. */
  put({ name, since, own, shelves, held, piles }: Together, put: Put) {
    own.quantity += put.count;
    own.value += put.value;
    const before = shelves.map(({ value }) => value);
    if (shelves.length > 1) share(shelves);
    if (piles) this.#piles.set(name, { since, piles: pilesAfter(piles, held, put) });
    const { count } = put;
    this.#past.push({
      held: new Map(this.#shelves.map((shelf) => [shelf.inventory, { count: shelf.quantity, value: shelf.value }])),
      bought: put.bought === 0n ? undefined : { count, value: put.bought, inventory: own.inventory },
    });
    return shelves
      .map(({ inventory, outlet, value }, index) => ({ inventory, outlet, value: value - (before[index] ?? 0n) }))
      .filter(({ value }) => value !== 0n);
  }
}

const sum = (shelves: readonly Shelf[]): Held => ({
  count: total(shelves.map(({ quantity }) => quantity)),
  value: total(shelves.map(({ value }) => value)),
});

/** What so many of the oldest goods cost; those that are not there cost what the newest do. */
export function costOf(piles: readonly Pile[], count: bigint): bigint {
  const newest = piles.at(-1);
  const { cost, missing } = taken(piles, count);
  return newest && missing > 0n ? cost + ratio(newest.value * missing, newest.count) : cost;
}

/** Whole piles one after the other, and a part of the one after them. */
function taken(piles: readonly Pile[], count: bigint) {
  let [cost, missing] = [0n, count];
  const left: Pile[] = [];
  for (const pile of piles) {
    const goes = missing < pile.count ? missing : pile.count;
    const worth = goes === pile.count ? pile.value : ratio(pile.value * goes, pile.count);
    cost += worth;
    missing -= goes;
    if (goes < pile.count) left.push({ ...pile, count: pile.count - goes, value: pile.value - worth });
  }
  return { cost, missing, left };
}

function pilesAfter(piles: readonly Pile[], held: Held, { document, count, value, leavesAtOwn }: Put): readonly Pile[] {
  const after = { document, count: held.count + count, value: held.value + value };
  if (after.count <= 0n) return [];
  if (held.count <= 0n) return [after];
  if (count > 0n) return [...piles, { document, count, value }];
  if (count === 0n) {
    // A later cost lies with the goods that it is for, or with the newest.
    const own = piles.findLastIndex((pile) => pile.document === document);
    const until = own < 0 ? piles.length : own + 1;
    return [...raised(piles.slice(0, until), value), ...piles.slice(until)];
  }
  const { left, cost } = leavesAtOwn ? taken(piles.toReversed(), -count) : taken(piles, -count);
  return raised(leavesAtOwn ? left.toReversed() : left, value + cost);
}

/** The newest pile bears it as far as it is worth anything, then those before it; the oldest bears what is left. */
function raised(piles: readonly Pile[], by: bigint): Pile[] {
  let rest = by;
  return piles
    .toReversed()
    .map((pile, index) => {
      const isTooMuch = rest !== 0n && index < piles.length - 1 && pile.value + rest < 0n;
      const bears = isTooMuch ? -pile.value : rest;
      rest -= bears;
      return { ...pile, value: pile.value + bears };
    })
    .toReversed();
}
