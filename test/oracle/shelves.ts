/**
 * The stock of an item in its inventories, or the foreign cash of an account: quantities and values, the inventories
 * that share one average, and FIFO layers (decisions/0024). A shelf is the stock of one inventory; a pile is a FIFO
 * layer.
 */
import type { RuleChange } from '../../domain/costing/rules.ts';
import { lastChange, ruleOf, type Shelf, share, sinceOf } from '../costing/rules-oracle.ts';
import { ratio, total } from './exact.ts';

export interface Held {
  readonly count: bigint;
  readonly value: bigint;
}

/** A FIFO layer: the goods of one document that are still on hand. */
export interface Pile extends Held {
  readonly document: string;
}

interface Placed extends Shelf {
  readonly inventory: number;
  readonly outlet: number;
  /** Sold and not delivered; it has no value. */
  undelivered: bigint;
}

/** The inventories that are valued together with that of a movement, before the movement. */
export interface Together {
  readonly name: string;
  readonly since: string;
  readonly own: Placed;
  readonly shelves: readonly Placed[];
  readonly held: Held;
  /** FIFO layers, oldest first; undefined at the moving average. */
  readonly piles: readonly Pile[] | undefined;
  /** The last holding above zero, otherwise the last purchase: the cost of goods that leave when nothing is held. */
  lastCost(): Held | undefined;
}

export interface Put extends Held {
  readonly document: string;
  /** True for an issue with a value of its own, which is not the cost of the pool. */
  readonly leavesAtOwn: boolean;
  /** The document whose layers leave before all others. */
  readonly first: string | undefined;
  /** The value of a purchase; zero for other movements. */
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
  /** The holdings after each movement. */
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
    const shelf = { inventory, outlet, quantity: 0n, value: 0n, undelivered: 0n };
    this.#shelves = [...this.#shelves, shelf].sort((a, b) => a.inventory - b.inventory);
    return shelf;
  }

  /** The stock on hand when the FIFO rule begins is one layer without a document. */
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

  /** Adds a movement. Returns the other changes of value in the inventories that share the average. */
  put(together: Together, put: Put) {
    const { name, since, own, held, piles } = together;
    own.quantity += put.count;
    own.value += put.value;
    const shared = this.shared(together);
    if (piles) this.#piles.set(name, { since, piles: pilesAfter(piles, held, put) });
    const { count } = put;
    this.#past.push({
      held: new Map(this.#shelves.map((shelf) => [shelf.inventory, { count: shelf.quantity, value: shelf.value }])),
      bought: put.bought === 0n ? undefined : { count, value: put.bought, inventory: own.inventory },
    });
    return shared;
  }

  /** Shares the value of inventories with one average. Returns the changes. */
  shared({ shelves }: Together) {
    const before = shelves.map(({ value }) => value);
    if (shelves.length > 1) share(shelves);
    return shelves
      .map(({ inventory, outlet, value }, index) => ({ inventory, outlet, value: value - (before[index] ?? 0n) }))
      .filter(({ value }) => value !== 0n);
  }
}

const sum = (shelves: readonly Shelf[]): Held => ({
  count: total(shelves.map(({ quantity }) => quantity)),
  value: total(shelves.map(({ value }) => value)),
});

/**
 * The cost of `count` goods: those of the document `first`, then the oldest. Quantities beyond the stock cost as much as
 * the newest layer.
 */
export function costOf(piles: readonly Pile[], count: bigint, first?: string): bigint {
  const newest = piles.at(-1);
  const { cost, missing } = taken(ordered(piles, first), count);
  return newest && missing > 0n ? cost + ratio(newest.value * missing, newest.count) : cost;
}

const ordered = <Any extends Pile>(piles: readonly Any[], first: string | undefined): Any[] =>
  first === undefined
    ? [...piles]
    : piles.toSorted((a, b) => Number(b.document === first) - Number(a.document === first));

/** Takes `count` goods from the first layers. Returns their cost, the missing quantity and the remaining layers. */
function taken<Any extends Pile>(piles: readonly Any[], count: bigint) {
  let [cost, missing] = [0n, count];
  const left: Any[] = [];
  for (const pile of piles) {
    const goes = missing < pile.count ? missing : pile.count;
    const worth = goes === pile.count ? pile.value : ratio(pile.value * goes, pile.count);
    cost += worth;
    missing -= goes;
    if (goes < pile.count) left.push({ ...pile, count: pile.count - goes, value: pile.value - worth });
  }
  return { cost, missing, left };
}

function pilesAfter(piles: readonly Pile[], held: Held, put: Put): readonly Pile[] {
  const { document, count, value, leavesAtOwn, first } = put;
  const after = { document, count: held.count + count, value: held.value + value };
  if (after.count <= 0n) return [];
  if (held.count <= 0n) return [after];
  if (count > 0n) return [...piles, { document, count, value }];
  if (count === 0n) {
    // A later cost is added to the layer of its document, otherwise to the newest layer.
    const own = piles.findLastIndex((pile) => pile.document === document);
    const until = own < 0 ? piles.length : own + 1;
    return [...raised(piles.slice(0, until), value), ...piles.slice(until)];
  }
  const placed = piles.map((pile, place) => ({ ...pile, place }));
  const { left, cost } = taken(leavesAtOwn ? placed.toReversed() : ordered(placed, first), -count);
  const inPlace = left.toSorted((a, b) => a.place - b.place).map(({ place: _, ...pile }) => pile);
  return raised(inPlace, value + cost);
}

/**
 * Adds `by` to the value of the newest layer. A negative amount takes at most the value of each layer, newest first;
 * the oldest layer takes the rest.
 */
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
