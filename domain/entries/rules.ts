/** The posting rules for display (`read-api/audit/explain`); the posting table names one for each event that posts. */
import type { SystemKey } from '../chart/chart.ts';
import { credit, debit, either, type Rule, rule } from './rule-lines.ts';
import { MONEY, PAID_BY, RECEIVED_FROM, SOLD_LINES } from './rule-sides.ts';
import { TILL_RULES } from './rules-of-till.ts';

const DISPOSAL_LOSSES = [
  'disposal-loss-stolen',
  'disposal-loss-destruct',
  'disposal-loss-expired',
  'disposal-loss-damaged',
] as const;

/** Money of the other currency, for what is paid at once. */
const GIVEN = either('fx-realised', 'rate_difference');

const SALE = [
  debit(RECEIVED_FROM, 'paid'),
  ...SOLD_LINES,
  credit('delivery-income', 'charged_on'),
  debit('delivery-expense', 'who_is_paid'),
  credit(PAID_BY, 'who_is_paid'),
  either('customer-advances', 'promotion_credit'),
  GIVEN,
] as const;

const RECEIPT = [
  debit('inventory', 'net_price'),
  debit('input-tax', 'tax_recoverable'),
  credit(PAID_BY, 'who_is_paid'),
  either('rounding'),
  either('purchase-variance', 'remainder'),
  GIVEN,
] as const;

const SENT = [debit('in-transit', 'at_average'), credit('inventory', 'at_average')] as const;
const ARRIVED = [
  debit('inventory', 'at_cost_sent'),
  debit('staff-receivable', 'missing'),
  credit('in-transit', 'at_cost_sent'),
  either('shrinkage', 'missing'),
  either('purchase-variance', 'remainder'),
] as const;

const DIFFERENCES = [either('shrinkage', 'missing'), either('inventory', 'at_average')] as const;

const MADE = [
  either('in-production', 'shared_value'),
  either('inventory', 'shared_value'),
  credit(PAID_BY, 'who_is_paid'),
  either('purchase-variance', 'remainder'),
  GIVEN,
] as const;

const settles = (control: SystemKey, advances: SystemKey, discounts: SystemKey): Rule =>
  rule(
    'transaction.ts',
    '5',
    either([...MONEY, discounts], 'mirrored'),
    debit('expense-type', 'charged_on'),
    either(control, 'settled'),
    either(advances, 'advance_left'),
    either('fx-realised', 'rate_difference'),
    either('rounding'),
  );

/** Keyed by the posting. */
export const RULES = {
  sale: rule('sale.ts', '2', ...SALE),
  saleReturn: rule(
    'sale-return.ts',
    '2',
    debit('sales-returns', 'price'),
    debit('output-tax'),
    credit('sales-discounts', 'discounts'),
    credit([...MONEY, 'receivable'], 'settled'),
    credit('customer-advances', 'advance_left'),
    either('rounding'),
    debit('inventory', 'at_cost_of_line'),
    credit(['cost-of-goods-sold', 'promotion-cost'], 'at_cost_of_line'),
    GIVEN,
  ),
  undelivered: rule('undelivered.ts', '4'),
  orderPrepayment: rule('online-order.ts', '5', debit(MONEY, 'paid_in_advance'), credit('customer-advances')),
  orderDelivery: rule('online-order.ts', '2', debit('customer-advances', 'advance_used'), ...SALE),
  orderCancelled: rule('online-order.ts', '5', debit('customer-advances', 'paid_in_advance'), credit(MONEY)),
  commission: rule('salesman-commission.ts', '5', debit('commission'), credit('commission-payable')),
  commissionPayment: rule('salesman-commission.ts', '5', debit('commission-payable'), credit(MONEY, 'paid'), GIVEN),
  ...TILL_RULES,
  appSettlement: rule(
    'app-settlement.ts',
    '2',
    debit(MONEY, 'paid'),
    debit('expense-type', 'charged_on'),
    credit('app-clearing'),
  ),
  taxPayment: rule(
    'tax-payment.ts',
    '5',
    either('output-tax', 'settled'),
    credit('input-tax', 'settled'),
    either(MONEY, 'paid'),
    GIVEN,
  ),
  payroll: rule(
    'payroll.ts',
    '5',
    debit('payroll'),
    credit('payroll-payable', 'to_each'),
    credit('staff-receivable', 'settled'),
    debit('staff-receivable', 'below_zero'),
  ),
  payrollCorrection: rule(
    'payroll.ts',
    '5',
    either('payroll'),
    either('payroll-payable', 'to_each'),
    either('staff-receivable', 'paid_beyond'),
  ),
  payrollPayment: rule('payroll.ts', '5', debit('payroll-payable'), credit(MONEY, 'paid'), GIVEN),
  dividend: rule('dividend.ts', '5', debit('retained-earnings'), credit('dividends-payable', 'to_each')),
  dividendPayment: rule('dividend.ts', '5', debit('dividends-payable'), credit(MONEY, 'paid'), GIVEN),
  remittance: rule(
    'remittance.ts',
    '5',
    debit(MONEY, 'carried_value'),
    debit('expense-type', 'charged_on'),
    credit(MONEY, 'carried_value'),
  ),
  remittancePayment: rule(
    'remittance.ts',
    '5',
    debit([...MONEY, 'payable', 'supplier-advances', 'other-liabilities'], 'carried_value'),
    debit('expense-type', 'missing'),
    either('fx-realised', 'rate_difference'),
    credit(MONEY, 'carried_value'),
  ),
  capital: rule(
    'capital-transaction.ts',
    '5',
    either(MONEY, 'with_sides_swapped'),
    either('capital', 'with_sides_swapped'),
    GIVEN,
  ),
  assetPurchase: rule(
    'asset-purchase.ts',
    '5',
    debit('fixed-assets'),
    credit(PAID_BY, 'who_is_paid'),
    credit(['accumulated-depreciation', 'opening-equity'], 'as_written'),
    GIVEN,
  ),
  depreciation: rule(
    'depreciation.ts',
    '5',
    debit('depreciation', 'to_each'),
    credit('accumulated-depreciation', 'to_each'),
  ),
  assetSale: rule(
    'asset-sale.ts',
    '5',
    debit(RECEIVED_FROM, 'paid'),
    either('depreciation', 'to_each'),
    debit('accumulated-depreciation', 'settled'),
    credit('fixed-assets', 'settled'),
    either(['asset-sale-gain', 'asset-sale-loss'], 'remainder'),
    GIVEN,
  ),
  transferSent: rule('stock-transfer.ts', '4', ...SENT),
  transferReceived: rule('stock-transfer.ts', '4', ...ARRIVED),
  missingCharged: rule('transit.ts', '4', debit('staff-receivable', 'missing'), credit('shrinkage', 'missing')),
  chargeReversed: rule(
    'transit.ts',
    '4',
    debit('shrinkage', 'reversed_sides'),
    credit('staff-receivable', 'reversed_sides'),
  ),
  pricedSent: rule('sale-transfer.ts', '4', ...SENT),
  pricedReceived: rule(
    'sale-transfer.ts',
    '4',
    either('inter-outlet', 'arrived'),
    either('sale-transfers', 'arrived'),
    ...ARRIVED,
  ),
  purchaseReturn: rule(
    'purchase-return.ts',
    '3',
    debit([...MONEY, 'payable'], 'settled'),
    debit('supplier-advances', 'advance_left'),
    debit('goods-received-not-billed', 'net_price'),
    debit('supplier-claims', 'goods_cost'),
    credit('input-tax', 'tax_recoverable'),
    credit('inventory', 'goods_cost'),
    either('purchase-variance', 'remainder'),
    either('rounding'),
    GIVEN,
  ),
  supplierCredit: rule(
    'supplier-credit.ts',
    '3',
    debit('payable', 'settled'),
    debit('supplier-advances', 'advance_left'),
    credit('input-tax', 'tax_recoverable'),
    debit('inventory', 'at_cost_sent'),
    credit('supplier-claims', 'at_cost_sent'),
    either('purchase-variance', 'remainder'),
  ),
  orderAdvance: rule(
    'purchase-order.ts',
    '3',
    debit('supplier-advances', 'paid_in_advance'),
    credit(MONEY, 'paid'),
    either('fx-realised', 'rate_difference'),
  ),
  orderAdvanceReversed: rule(
    'purchase-order.ts',
    '3',
    credit('supplier-advances', 'reversed_sides'),
    debit(MONEY, 'reversed_sides'),
    either('fx-realised', 'rate_difference'),
  ),
  orderAdvanceAllocated: rule(
    'purchase-order.ts',
    '5',
    either('payable', 'settled'),
    either('supplier-advances', 'from_order'),
    either('fx-realised', 'rate_difference'),
  ),
  purchase: rule('purchase.ts', '3', ...RECEIPT, either('goods-received-not-billed', 'paid_in_advance')),
  unbilledReceipt: rule(
    'purchase.ts',
    '3',
    debit('inventory', 'net_price'),
    credit('goods-received-not-billed', 'net_price'),
    credit(PAID_BY, 'who_is_paid'),
    either(['rounding', 'purchase-variance'], 'remainder'),
  ),
  bill: rule(
    'purchase-bill.ts',
    '3',
    either('goods-received-not-billed', 'bill_cleared'),
    debit('input-tax', 'tax_recoverable'),
    credit(PAID_BY, 'who_is_paid'),
    either('purchase-variance', 'remainder'),
    either('rounding'),
  ),
  appliedCost: rule(
    'purchase.ts',
    '3',
    debit('inventory', 'shared_value'),
    credit(PAID_BY, 'who_is_paid'),
    either('purchase-variance', 'remainder'),
  ),
  enteredCost: rule(
    'later-cost.ts',
    '3',
    debit('supplier-advances', 'advance_left'),
    either('goods-received-not-billed', 'paid'),
    either(PAID_BY, 'who_is_paid'),
    either('rounding'),
    GIVEN,
  ),
  landedCost: rule(
    'landed-cost.ts',
    '3',
    debit('goods-received-not-billed', 'paid'),
    credit(PAID_BY, 'who_is_paid'),
    either('rounding'),
    GIVEN,
  ),
  sharedCost: rule(
    'later-cost.ts',
    '3',
    either('inventory', 'shared_value'),
    either('goods-received-not-billed', 'shared_value'),
    either('purchase-variance', 'remainder'),
  ),
  customerTransaction: settles('receivable', 'customer-advances', 'sales-discounts'),
  supplierTransaction: settles('payable', 'supplier-advances', 'purchase-discounts'),
  settlement: rule(
    'settlement.ts',
    '5',
    either([], 'as_written'),
    either(['receivable', 'payable'], 'settled'),
    either(['customer-advances', 'supplier-advances'], 'settled'),
    either('fx-realised', 'rate_difference'),
    either('rounding'),
  ),
  expense: rule('expense.ts', '5', debit('expense-type'), credit(PAID_BY, 'who_is_paid'), GIVEN),
  income: rule('income.ts', '5', debit(RECEIVED_FROM, 'paid'), credit('income-type'), GIVEN),
  cashTransfer: rule(
    'cash-transfer.ts',
    '5',
    debit(MONEY, 'carried_value'),
    credit(MONEY, 'carried_value'),
    debit('expense-type', 'charged_on'),
  ),
  generalJournal: rule('general-journal.ts', '1', either([], 'as_written')),
  directAdjustment: rule('direct-adjustment.ts', '4', ...DIFFERENCES),
  inventoryAdjustment: rule('inventory-adjustment.ts', '4', ...DIFFERENCES),
  assetDisposal: rule(
    'asset-disposal.ts',
    '4',
    debit(DISPOSAL_LOSSES, 'at_average'),
    credit('inventory', 'at_average'),
  ),
  warrantyExchange: rule(
    'warranty-claim.ts',
    '4',
    debit('warranty-cost', 'at_average'),
    credit('inventory', 'at_average'),
  ),
  warrantyAnswer: rule(
    'warranty-claim.ts',
    '4',
    debit('inventory', 'at_cost_of_line'),
    debit('supplier-advances', 'advance_left'),
    credit('warranty-cost'),
  ),
  making: rule('making.ts', '4', ...MADE),
  openingItem: rule(
    'opening-item.ts',
    '6',
    either(['receivable', 'payable', 'customer-advances', 'supplier-advances', 'staff-receivable'], 'as_written'),
    either('opening-equity', 'remainder'),
  ),
  openingBalance: rule('opening-balance.ts', '6', either([], 'per_balance'), either('opening-equity', 'remainder')),
  revaluation: rule(
    'revaluation.ts',
    '5',
    either(['cash-revaluation', 'receivable-revaluation', 'payable-revaluation'], 'carried_value'),
    either('fx-unrealised', 'rate_difference'),
  ),
  yearClose: rule(
    'year-close.ts',
    '6',
    either([], 'closes_result'),
    either('income-summary', 'remainder'),
    either('retained-earnings', 'remainder'),
  ),
} as const satisfies Readonly<Record<string, Rule>>;

/** The rule of entry lines that costing adds to a document's own lines. */
export const COSTING_RULE: Rule = rule('../costing/cost-book.ts', '4', either([], 'at_average'));
