/**
 * No piece costs what nobody paid: what leaves an item's stock, and what stays in each inventory, costs no less a piece than
 * the cheapest receipt of the item until then, and no more than the dearest (decisions/0121).
 *
 * An item is followed until something moves it whose value may lawfully come from elsewhere: goods below zero (a provisional
 * cost), a later cost that does not count at its receipt or after goods that left at that very moment (earlier versions, movements
 * of one moment), goods that left at a value of their own (returns to the supplier by earlier versions, returns of sale transfers),
 * goods that come back where nothing had a cost before (a return without a time, on the day of its sale).
 */
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, QUANTITY_ONE, toQuantity } from '../../domain/values/quantity.ts';
import type { StoredValuation } from '../models/books/movement-row.ts';

/** A movement of goods with its present value. */
export interface MovedGoods {
  readonly item: number;
  readonly inventory: number;
  readonly at: string;
  readonly document: string;
  readonly valued: StoredValuation;
  readonly quantity: bigint;
  readonly value: bigint;
  /** What it did to the value of inventories that have one average with its own. */
  readonly shared: readonly { readonly inventory: number; readonly value: bigint }[];
}

interface Goods {
  readonly quantity: bigint;
  readonly value: bigint;
}

interface Paid extends Goods {
  readonly document: string;
}

/** The first piece of the item that costs what nobody paid. `moves` are all of the item, in the order of effect. */
export function outsideOfReceipts(moves: readonly MovedGoods[]): string | undefined {
  const byDocument = Map.groupBy(moves, ({ document }) => document);
  const stock = new Stock();
  const range = new Range();
  for (const moved of moves) {
    if (isOfAnotherValue(moved, byDocument.get(moved.document) ?? [], stock)) return undefined;
    for (const paid of paidFor(moved, byDocument.get(moved.document) ?? [])) range.take(paid);
    range.rounded += 2n;
    const changed = stock.add(moved);
    if (changed.some(({ quantity }) => quantity < 0n)) return undefined;
    const left = moved.quantity < 0n ? [{ quantity: -moved.quantity, value: -moved.value }] : [];
    const wrong = [...left, ...changed].find((goods) => !range.has(goods));
    if (wrong) return inWords(moved, wrong, range);
  }
  return undefined;
}

/** What each inventory holds, and the moment at which goods left last. */
class Stock {
  readonly #held = new Map<number, Goods>();
  /** The inventories in which something had a cost. */
  readonly #known = new Set<number>();
  leftAt = '';

  knowsCost = (inventory: number): boolean => this.#known.has(inventory);

  /** Returns the changed inventories. */
  add({ inventory, at, quantity, value, shared }: MovedGoods): Goods[] {
    if (quantity < 0n) this.leftAt = at;
    const changes = [{ inventory, quantity, value }, ...shared.map((share) => ({ ...share, quantity: 0n }))];
    for (const change of changes) {
      if (change.value !== 0n) this.#known.add(change.inventory);
      const before = this.#held.get(change.inventory) ?? { quantity: 0n, value: 0n };
      this.#held.set(change.inventory, {
        quantity: before.quantity + change.quantity,
        value: before.value + change.value,
      });
    }
    return [...new Set(changes.map((change) => change.inventory))].flatMap((each) => this.#held.get(each) ?? []);
  }
}

function isOfAnotherValue(moved: MovedGoods, ofDocument: readonly MovedGoods[], stock: Stock): boolean {
  const { at, document, inventory, valued, quantity, value } = moved;
  if (quantity > 0n && valued === 'like' && value === 0n && !stock.knowsCost(inventory)) return true;
  if (quantity < 0n) return valued === 'fact' || (valued === 'like' && document.startsWith('sale_transfer_return-'));
  if (quantity > 0n || valued !== 'fact') return false;
  return stock.leftAt === at || !ofDocument.some((other) => other.quantity > 0n && other.at === at);
}

/**
 * What goods cost that come from outside: their price, alone and with what was added to or taken from it later (these may be of
 * different receipts of the document). Goods that come back, or from another inventory, were paid for before.
 */
function paidFor({ document, valued, quantity, value }: MovedGoods, ofDocument: readonly MovedGoods[]): Paid[] {
  if (quantity <= 0n || valued === 'like') return [];
  const later = ofDocument.filter((other) => other.quantity === 0n && other.valued === 'fact');
  const sumOf = (isMore: boolean) =>
    later.reduce((sum, other) => (other.value > 0n === isMore ? sum + other.value : sum), 0n);
  return [0n, sumOf(true), sumOf(false)].map((change) => ({ document, quantity, value: value + change }));
}

class Range {
  #cheapest: Paid | undefined;
  #dearest: Paid | undefined;
  /** Each movement rounds its value once, and the shares of inventories once. */
  rounded = 1n;

  take(paid: Paid): void {
    if (!this.#cheapest || isCheaper(paid, this.#cheapest)) this.#cheapest = paid;
    if (!this.#dearest || isCheaper(this.#dearest, paid)) this.#dearest = paid;
  }

  has({ quantity, value }: Goods): boolean {
    const [least, most] = [this.#cheapest, this.#dearest];
    if (quantity === 0n) return value === 0n;
    if (!least || !most) return false;
    const isTooCheap = isCheaper({ quantity, value: value + this.rounded }, least);
    return !isTooCheap && !isCheaper(most, { quantity, value: value - this.rounded });
  }

  inWords(): string {
    const [least, most] = [this.#cheapest, this.#dearest];
    if (!least || !most) return 'no goods were received until then';
    return `receipts until then cost ${each(least)} (${least.document}) to ${each(most)} (${most.document}) a piece`;
  }
}

const isCheaper = (one: Goods, other: Goods): boolean => one.value * other.quantity < other.value * one.quantity;

const each = ({ quantity, value }: Goods): string => printMoney(toMoney(divideRounded(value * QUANTITY_ONE, quantity)));

function inWords({ item, inventory, at, document }: MovedGoods, { quantity, value }: Goods, range: Range): string {
  const goods = `${printQuantity(toQuantity(quantity))} worth ${printMoney(toMoney(value))}`;
  const piece = quantity === 0n ? '' : `, ${each({ quantity, value })} a piece`;
  return `item ${item} in inventory ${inventory} at ${at} after ${document}: ${goods}${piece}; ${range.inWords()}`;
}
