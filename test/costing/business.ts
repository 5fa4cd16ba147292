/** Postings of goods for costing tests, and the differences that costing returns. */

import type { SystemKey } from '../../domain/chart/chart.ts';
import { CostBook, type Unreversed } from '../../domain/costing/cost-book.ts';
import { type CostDelta, poolKey } from '../../domain/costing/movement.ts';
import type { RuleChange } from '../../domain/costing/rules.ts';
import type { Movement, Posting } from '../../domain/entries/entry.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { IQD } from '../../domain/values/rate.ts';

export interface Goods {
  readonly line?: number;
  readonly item?: number;
  readonly inventory?: number;
  readonly quantity: string;
  /** The value that the entry posts to the account of the inventory. */
  readonly posted?: string;
  /** Costs as much as this line of a document; `after` is the quantity of the line that came before. */
  readonly like?: readonly [document: string, line: number, after?: number];
  /** The counted quantity; `quantity` is not used then. */
  readonly counted?: string;
  /** The value of the movements of the lines `of`, with `plus`, shared by weights; `part` is the index of the share. */
  readonly made?: { readonly of: readonly number[]; readonly weights: readonly number[]; readonly part: number };
  readonly plus?: string;
  readonly unitCost?: string;
  /** Under FIFO, the document whose layers leave first. */
  readonly origin?: string;
  readonly contra?: SystemKey;
  readonly varianceTo?: SystemKey;
}

export function movement(goods: Goods, index = 0): Movement {
  return {
    line: goods.line ?? index + 1,
    pool: { kind: 'stock', item: goods.item ?? 1, inventory: goods.inventory ?? 1 },
    quantity: quantity(goods.quantity),
    valued: valuedOf(goods),
    posted: money(goods.posted ?? '0'),
    contra: { key: goods.contra ?? (goods.posted === undefined ? 'cost-of-goods-sold' : 'purchase-variance') },
    ...(goods.varianceTo ? { varianceTo: { key: goods.varianceTo } } : {}),
    outlet: 1,
  };
}

function valuedOf({ like, counted, made, plus, posted, unitCost, origin }: Goods): Movement['valued'] {
  if (origin !== undefined) return { by: 'average', origin };
  const cost = unitCost === undefined ? {} : { unitCost: money(unitCost) };
  if (counted !== undefined) return { by: 'count', real: quantity(counted), ...cost };
  if (made) return { by: 'fromComponents', ...made, weights: made.weights.map(BigInt), plus: money(plus ?? '0') };
  if (!like) return posted === undefined ? { by: 'average', ...cost } : { by: 'statedCost' };
  const [document, line, after] = like;
  return { by: 'sameCostAs', document, line, ...(after === undefined ? {} : { after: quantity(String(after)) }) };
}

/** A business that stores all differences. */
export class Business {
  readonly book = new CostBook();
  readonly deltas: CostDelta[] = [];
  readonly #standing = new Map<string, Unreversed[]>();
  #position = 0n;

  post(document: string, at: string, ...goods: readonly Goods[]): readonly string[] {
    const posting: Posting = {
      effective: at as EffectiveTime,
      lines: [],
      movements: goods.map(movement),
      openItems: [],
    };
    this.#position += 1n;
    this.#standing.set(document, [...(this.#standing.get(document) ?? []), { position: this.#position, posting }]);
    return this.#keep(this.book.apply(this.#position, document, posting, IQD));
  }

  /** Changes the costing rule. Returns the differences. */
  change(change: RuleChange): readonly string[] {
    this.#position += 1n;
    return this.#keep(this.book.change(this.#position, change));
  }

  takeBack(document: string): readonly string[] {
    this.#position += 1n;
    const standing = this.#standing.get(document) ?? [];
    this.#standing.delete(document);
    return this.#keep(this.book.reverse(this.#position, standing));
  }

  /** Quantity and value as at a moment, as known at a position. */
  held(item: number, inventory: number, at = '9999', position = this.#position): readonly [string, string] {
    const known = this.deltas.filter((delta) => delta.movement.effective <= at && delta.position <= position);
    const lines = known.filter((costDelta) => poolKey(costDelta.movement.pool) === `stock:${item}:${inventory}`);
    const shared = known
      .filter(({ movement: { pool } }) => pool.kind === 'stock' && pool.item === item)
      .flatMap(({ shares }) => shares.filter((share) => share.inventory === inventory));
    const count = lines.reduce((total, line) => total + line.quantity, 0n);
    const value = [...lines, ...shared].reduce((total, line) => total + line.value, 0n);
    return [String(count / 1_000_000n), printMoney((money('0') + value) as ReturnType<typeof money>)];
  }

  /**
   * Stores the differences. Returns a text for each: `restatement sale-1 2026-03-05 -900` is −900 on the account of the
   * inventory.
   */
  #keep(deltas: readonly CostDelta[]): readonly string[] {
    this.deltas.push(...deltas);
    return deltas
      .filter((delta) => delta.cost !== 0n)
      .map(({ kind, movement: of, cost }) => `${kind} ${of.document} ${of.effective.slice(0, 10)} ${printMoney(cost)}`);
  }
}
