/** The posting rules of the till: receipts, refunds and drawers. */
import { credit, debit, either, type Rule, rule } from './rule-lines.ts';
import { MONEY, SOLD_LINES } from './rule-sides.ts';

const RETURNED = [
  debit('sales-returns', 'price'),
  credit('sales-discounts', 'discounts'),
  debit('output-tax'),
] as const;

const AT_COST_OF_LINE = [
  debit('inventory', 'at_cost_of_line'),
  credit(['cost-of-goods-sold', 'promotion-cost'], 'at_cost_of_line'),
] as const;

export const TILL_RULES = {
  posSale: rule(
    'pos-sale.ts',
    '2',
    debit([...MONEY, 'app-clearing', 'receivable'], 'paid'),
    credit(MONEY, 'change_given'),
    ...SOLD_LINES,
    debit('cash-over-short', 'late_receipt'),
  ),
  posRefund: rule(
    'pos-sale.ts',
    '2',
    ...RETURNED,
    credit([...MONEY, 'app-clearing', 'receivable'], 'paid'),
    either('rounding'),
    ...AT_COST_OF_LINE,
  ),
  posPartRefund: rule(
    'pos-refund.ts',
    '2',
    ...RETURNED,
    credit([...MONEY, 'app-clearing', 'receivable'], 'paid'),
    either('rounding'),
    ...AT_COST_OF_LINE,
    either('cash-over-short', 'late_receipt'),
  ),
  posReturn: rule(
    'pos-refund.ts',
    '2',
    ...RETURNED,
    credit([...MONEY, 'app-clearing', 'customer-advances'], 'paid'),
    either('rounding'),
    debit('inventory', 'at_average'),
    credit(['cost-of-goods-sold', 'promotion-cost'], 'at_average'),
    either('cash-over-short', 'late_receipt'),
  ),
  drawerOpened: rule('drawer.ts', '2', debit(MONEY, 'float'), credit(MONEY, 'float')),
  drawerPayIn: rule(
    'drawer.ts',
    '2',
    debit(MONEY, 'paid'),
    credit(MONEY, 'paid'),
    either('cash-over-short', 'late_receipt'),
  ),
  drawerPayout: rule(
    'drawer.ts',
    '2',
    debit('expense-type', 'paid'),
    credit(MONEY, 'paid'),
    either('cash-over-short', 'late_receipt'),
  ),
  drawerClosed: rule(
    'drawer.ts',
    '2',
    debit('staff-receivable', 'missing'),
    either('cash-over-short', 'missing'),
    debit(MONEY, 'counted'),
    credit(MONEY, 'counted'),
  ),
  drawerUnclosed: rule(
    'drawer.ts',
    '2',
    credit('staff-receivable', 'reversed_sides'),
    either('cash-over-short', 'reversed_sides'),
    credit(MONEY, 'counted'),
    debit(MONEY, 'counted'),
  ),
} as const satisfies Readonly<Record<string, Rule>>;
