/**
 * The account of the cost of free goods, chosen by a system setting. A document stores the choice when it is posted, so
 * that a later change of the setting leaves its postings unchanged.
 */
import type { Facts } from '../deciding/facts.ts';
import { quantity } from '../values/quantity.ts';

export const FREE_GOODS_COSTS = ['promotion_cost', 'cost_of_goods_sold'] as const;

/** The stored choice; absent when the cost belongs to promotion cost, and without free goods. */
export interface FreeGoods {
  readonly free_goods_cost?: 'cost_of_goods_sold';
}

interface WithLines extends FreeGoods {
  readonly lines: readonly { readonly bonus_quantity: string | null }[];
}

/** The choice of the setting, for a document with these lines. */
export function freeGoodsBySetting(lines: WithLines['lines'], facts: Pick<Facts, 'record'>): FreeGoods {
  if (!lines.some(({ bonus_quantity }) => quantity(bonus_quantity ?? '0') > 0n)) return {};
  const chosen = facts.record('system_setting', 1)?.data['free_goods_cost'];
  return chosen === 'cost_of_goods_sold' ? { free_goods_cost: chosen } : {};
}

/** The choice of the document that is returned or refunded. */
export const freeGoodsOf = ({ free_goods_cost }: FreeGoods): FreeGoods =>
  free_goods_cost === undefined ? {} : { free_goods_cost };

/** The document without a stored choice: it was completed before and is completed again. */
export function withoutFreeGoods<Document extends FreeGoods>(document: Document): Omit<Document, 'free_goods_cost'> {
  const { free_goods_cost: _before, ...rest } = document;
  return rest;
}
