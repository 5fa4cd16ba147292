/** Sides of entries that several posting rules have. */
import type { SystemKey } from '../chart/chart.ts';
import { credit, debit, either } from './rule-lines.ts';

/** A cash account of any type. */
export const MONEY = ['cash', 'bank', 'remittance'] as const satisfies readonly SystemKey[];
export const PAID_BY = [...MONEY, 'payable'] as const;
export const RECEIVED_FROM = [...MONEY, 'receivable'] as const;
/** The lines of sold goods, the same for every way of payment. */
export const SOLD_LINES = [
  debit('sales-discounts', 'discounts'),
  credit('sales', 'price'),
  credit('output-tax'),
  either('rounding'),
  debit(['cost-of-goods-sold', 'promotion-cost'], 'at_average'),
  credit('inventory', 'at_average'),
] as const;
