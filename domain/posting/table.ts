/**
 * What every event posts. The table is exhaustive: an event of a document without a rule, or without saying
 * that it posts nothing, does not compile.
 */

import type { AssetPurchaseEvent } from '../assets/asset-purchase.ts';
import type { DepreciationEvent } from '../assets/depreciation.ts';
import type { CashTransferEvent } from '../cash/cash-transfer.ts';
import type { ExpenseEvent } from '../cash/expense.ts';
import type { IncomeEvent } from '../cash/income.ts';
import type { RemittanceEvent } from '../cash/remittance.ts';
import type { ItemPricingEvent } from '../catalogue/item-pricing.ts';
import type { CapitalTransactionEvent } from '../equity/capital-transaction.ts';
import type { DividendEvent } from '../equity/dividend.ts';
import type { GeneralJournalEvent } from '../ledger/general-journal.ts';
import type { OpeningBalanceEvent } from '../ledger/opening-balance.ts';
import type { RecalculationEvent } from '../ledger/recalculation.ts';
import type { RevaluationEvent } from '../ledger/revaluation.ts';
import type { YearCloseEvent } from '../ledger/year-close.ts';
import type { TransactionEvent } from '../parties/transaction.ts';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../parties/transaction-side.ts';
import type { PayrollEvent } from '../people/payroll.ts';
import type { PurchaseEvent } from '../purchasing/purchase-events.ts';
import type { PurchaseOrderEvent } from '../purchasing/purchase-order-events.ts';
import type { PurchaseReturnEvent } from '../purchasing/purchase-return.ts';
import type { OnlineOrderEvent } from '../sales/online-order.ts';
import type { QuotationEvent } from '../sales/quotation.ts';
import type { SaleEvent } from '../sales/sale.ts';
import type { SaleReturnEvent } from '../sales/sale-return.ts';
import type { SaleTransferEvent } from '../sales/sale-transfer.ts';
import type { SaleTransferReturnEvent } from '../sales/sale-transfer-return.ts';
import type { SalesmanCommissionEvent } from '../sales/salesman-commission.ts';
import type { AssetDisposalEvent } from '../stock/asset-disposal.ts';
import type { ConversionEvent } from '../stock/conversion.ts';
import type { DirectAdjustmentEvent } from '../stock/direct-adjustment.ts';
import type { InventoryAdjustmentEvent } from '../stock/inventory-adjustment.ts';
import type { ProductionEvent } from '../stock/production.ts';
import type { StockTransferEvent } from '../stock/stock-transfer.ts';
import type { AppSettlementEvent } from '../till/app-settlement.ts';
import type { DrawerEvent } from '../till/drawer.ts';
import type { PosSaleEvent } from '../till/pos-sale.ts';
import { postAppSettlement } from './app-settlement.ts';
import { postAssetDisposal } from './asset-disposal.ts';
import { postAssetPurchase } from './asset-purchase.ts';
import { postCapitalTransaction } from './capital-transaction.ts';
import { postCashTransfer } from './cash-transfer.ts';
import { postDepreciation } from './depreciation.ts';
import { postDirectAdjustment } from './direct-adjustment.ts';
import { postDividend, postDividendPayment } from './dividend.ts';
import { postDrawerClosed, postDrawerOpened, postDrawerUnclosed, postPayout } from './drawer.ts';
import { postExpense } from './expense.ts';
import { postGeneralJournal } from './general-journal.ts';
import { postIncome } from './income.ts';
import { postInventoryAdjustment } from './inventory-adjustment.ts';
import { approved, atOnce, drafted, NOTHING, type PostingTable, REVERSE, transit } from './lifecycles.ts';
import { postMaking } from './making.ts';
import { postCancelled, postDelivery, postPrepayment } from './online-order.ts';
import { postOpeningBalance } from './opening-balance.ts';
import { postPayroll, postPayrollPayment } from './payroll.ts';
import { postPosRefund, postPosSale } from './pos-sale.ts';
import { postAppliedCost, postBill, postPurchase, postReceipt, postUnbilledReceipt } from './purchase.ts';
import { postAdvance, postAdvanceAllocated, postAdvanceReversed, postAdvanceUnallocated } from './purchase-order.ts';
import { postPurchaseReturn } from './purchase-return.ts';
import { postRemittance, postRemittancePayment } from './remittance.ts';
import { postRevaluation } from './revaluation.ts';
import { RULES } from './rules.ts';
import { postSale } from './sale.ts';
import { postSaleReturn } from './sale-return.ts';
import { postPricedReceived, postSaleTransferReturnSent, postSaleTransferSent } from './sale-transfer.ts';
import { postCommission, postCommissionPayment } from './salesman-commission.ts';
import { postStockTransferReceived, postStockTransferSent } from './stock-transfer.ts';
import { postAllocated, postTransaction, postUnallocated } from './transaction.ts';
import { postYearClose } from './year-close.ts';

export type { PostingRule } from './lifecycles.ts';

export type DocumentEvent =
  | SaleEvent
  | SaleReturnEvent
  | QuotationEvent
  | OnlineOrderEvent
  | SalesmanCommissionEvent
  | PosSaleEvent
  | DrawerEvent
  | AppSettlementEvent
  | PayrollEvent
  | DividendEvent
  | RemittanceEvent
  | CapitalTransactionEvent
  | AssetPurchaseEvent
  | DepreciationEvent
  | SaleTransferEvent
  | SaleTransferReturnEvent
  | PurchaseEvent
  | PurchaseReturnEvent
  | PurchaseOrderEvent
  | TransactionEvent<'customer_transaction'>
  | TransactionEvent<'supplier_transaction'>
  | ExpenseEvent
  | IncomeEvent
  | CashTransferEvent
  | GeneralJournalEvent
  | DirectAdjustmentEvent
  | ItemPricingEvent
  | InventoryAdjustmentEvent
  | AssetDisposalEvent
  | StockTransferEvent
  | ConversionEvent
  | ProductionEvent
  | OpeningBalanceEvent
  | RecalculationEvent
  | RevaluationEvent
  | YearCloseEvent;

export const postingTable: PostingTable<DocumentEvent> = {
  'sale.drafted': NOTHING,
  'sale.draft_changed': NOTHING,
  'sale.discarded': NOTHING,
  'sale.completed': { does: 'post', post: postSale, rule: RULES.sale },
  'sale.returned_to_draft': REVERSE,
  'sale.delivered': NOTHING,
  'sale.closed': NOTHING,
  'sale.opened': NOTHING,
  ...drafted('sale_return', postSaleReturn, RULES.saleReturn),
  'quotation.drafted': NOTHING,
  'quotation.draft_changed': NOTHING,
  'quotation.discarded': NOTHING,
  'quotation.completed': NOTHING,
  'quotation.returned_to_draft': NOTHING,
  'quotation.converted': NOTHING,
  'online_order.ordered': { does: 'post', post: postPrepayment, rule: RULES.orderPrepayment },
  'online_order.changed': NOTHING,
  'online_order.confirmed': NOTHING,
  'online_order.delivered': { does: 'post', post: postDelivery, rule: RULES.orderDelivery },
  'online_order.returned_to_pending': NOTHING,
  'online_order.returned_to_confirmed': { does: 'reverse', of: 'online_order.delivered' },
  'online_order.cancelled': { does: 'post', post: postCancelled, rule: RULES.orderCancelled },
  ...approved(
    'salesman_commission',
    [postCommission, RULES.commission],
    [postCommissionPayment, RULES.commissionPayment],
  ),
  'pos_sale.held': NOTHING,
  'pos_sale.held_again': NOTHING,
  'pos_sale.discarded': NOTHING,
  'pos_sale.completed': { does: 'post', post: postPosSale, rule: RULES.posSale },
  'pos_sale.refunded': { does: 'post', post: postPosRefund, rule: RULES.posRefund },
  'drawer.opened': { does: 'post', post: postDrawerOpened, rule: RULES.drawerOpened },
  'drawer.paid_out': { does: 'post', post: postPayout, rule: RULES.drawerPayout },
  'drawer.counted': NOTHING,
  'drawer.closed': { does: 'post', post: postDrawerClosed, rule: RULES.drawerClosed },
  'drawer.unclosed': { does: 'post', post: postDrawerUnclosed, rule: RULES.drawerUnclosed },
  'drawer.approved': NOTHING,
  ...atOnce('app_settlement', postAppSettlement, RULES.appSettlement),
  ...approved('payroll', [postPayroll, RULES.payroll], [postPayrollPayment, RULES.payrollPayment]),
  ...approved('dividend', [postDividend, RULES.dividend], [postDividendPayment, RULES.dividendPayment]),
  ...approved('remittance', [postRemittance, RULES.remittance], [postRemittancePayment, RULES.remittancePayment]),
  ...atOnce('capital_transaction', postCapitalTransaction, RULES.capital),
  ...drafted('asset_purchase', postAssetPurchase, RULES.assetPurchase),
  ...atOnce('depreciation', postDepreciation, RULES.depreciation),
  ...transit('sale_transfer', [postSaleTransferSent, RULES.pricedSent], [postPricedReceived, RULES.pricedReceived]),
  ...transit(
    'sale_transfer_return',
    [postSaleTransferReturnSent, RULES.pricedSent],
    [postPricedReceived, RULES.pricedReceived],
  ),
  ...drafted('purchase_return', postPurchaseReturn, RULES.purchaseReturn),
  'purchase_order.drafted': NOTHING,
  'purchase_order.draft_changed': NOTHING,
  'purchase_order.discarded': NOTHING,
  'purchase_order.billed': NOTHING,
  'purchase_order.returned_to_draft': NOTHING,
  'purchase_order.paid': { does: 'post', post: postAdvance, rule: RULES.orderAdvance },
  'purchase_order.payment_reversed': { does: 'post', post: postAdvanceReversed, rule: RULES.orderAdvanceReversed },
  'purchase_order.purchased': NOTHING,
  'purchase_order.purchase_taken_back': NOTHING,
  'purchase_order.advance_allocated': { does: 'post', post: postAdvanceAllocated, rule: RULES.orderAdvanceAllocated },
  'purchase_order.advance_unallocated': {
    does: 'post',
    post: postAdvanceUnallocated,
    rule: RULES.orderAdvanceAllocated,
  },
  'purchase_order.closed': NOTHING,
  'purchase_order.opened': NOTHING,
  'purchase.drafted': NOTHING,
  'purchase.draft_changed': NOTHING,
  'purchase.discarded': NOTHING,
  'purchase.completed': { does: 'post', post: postPurchase, rule: RULES.purchase },
  'purchase.received': { does: 'post', post: postReceipt, rule: RULES.purchase },
  'purchase.received_unbilled': { does: 'post', post: postUnbilledReceipt, rule: RULES.unbilledReceipt },
  'purchase.billed': { does: 'post', post: postBill, rule: RULES.bill },
  'purchase.sale_prices_set': NOTHING,
  'purchase.cost_applied': { does: 'post', post: postAppliedCost, rule: RULES.appliedCost },
  'purchase.returned_to_draft': REVERSE,
  'purchase.closed': NOTHING,
  'purchase.opened': NOTHING,
  'customer_transaction.completed': {
    does: 'post',
    post: (data, document) => postTransaction(CUSTOMER_SIDE, data, document),
    rule: RULES.customerTransaction,
  },
  'customer_transaction.allocated': {
    does: 'post',
    post: (data, document) => postAllocated(CUSTOMER_SIDE, data, document),
    rule: RULES.customerTransaction,
  },
  'customer_transaction.unallocated': {
    does: 'post',
    post: (data, document) => postUnallocated(CUSTOMER_SIDE, data, document),
    rule: RULES.customerTransaction,
  },
  'customer_transaction.reversed': REVERSE,
  'supplier_transaction.completed': {
    does: 'post',
    post: (data, document) => postTransaction(SUPPLIER_SIDE, data, document),
    rule: RULES.supplierTransaction,
  },
  'supplier_transaction.allocated': {
    does: 'post',
    post: (data, document) => postAllocated(SUPPLIER_SIDE, data, document),
    rule: RULES.supplierTransaction,
  },
  'supplier_transaction.unallocated': {
    does: 'post',
    post: (data, document) => postUnallocated(SUPPLIER_SIDE, data, document),
    rule: RULES.supplierTransaction,
  },
  'supplier_transaction.reversed': REVERSE,
  ...drafted('expense', postExpense, RULES.expense),
  ...drafted('income', postIncome, RULES.income),
  ...atOnce('cash_transfer', postCashTransfer, RULES.cashTransfer),
  'general_journal.drafted': NOTHING,
  'general_journal.draft_changed': NOTHING,
  'general_journal.discarded': NOTHING,
  'general_journal.posted': { does: 'post', post: postGeneralJournal, rule: RULES.generalJournal },
  'general_journal.reversed': REVERSE,
  ...atOnce('direct_adjustment', postDirectAdjustment, RULES.directAdjustment),
  'inventory_adjustment.drafted': NOTHING,
  'inventory_adjustment.draft_changed': NOTHING,
  'inventory_adjustment.discarded': NOTHING,
  'inventory_adjustment.approved': { does: 'post', post: postInventoryAdjustment, rule: RULES.inventoryAdjustment },
  'inventory_adjustment.returned_to_draft': REVERSE,
  'asset_disposal.drafted': NOTHING,
  'asset_disposal.draft_changed': NOTHING,
  'asset_disposal.discarded': NOTHING,
  'asset_disposal.done': NOTHING,
  'asset_disposal.approved': { does: 'post', post: postAssetDisposal, rule: RULES.assetDisposal },
  'asset_disposal.disapproved': REVERSE,
  'asset_disposal.returned_to_draft': REVERSE,
  'item_pricing.drafted': NOTHING,
  'item_pricing.draft_changed': NOTHING,
  'item_pricing.discarded': NOTHING,
  'item_pricing.scheduled': NOTHING,
  'item_pricing.activated': NOTHING,
  'item_pricing.deactivated': NOTHING,
  ...transit(
    'stock_transfer',
    [postStockTransferSent, RULES.transferSent],
    [postStockTransferReceived, RULES.transferReceived],
  ),
  ...drafted('conversion', postMaking, RULES.making),
  ...drafted('production', postMaking, RULES.making),
  'opening_balance.drafted': NOTHING,
  'opening_balance.draft_changed': NOTHING,
  'opening_balance.discarded': NOTHING,
  'opening_balance.finished': { does: 'post', post: postOpeningBalance, rule: RULES.openingBalance },
  'opening_balance.reopened': REVERSE,
  'recalculation.asked': NOTHING,
  'recalculation.discarded': NOTHING,
  'recalculation.commit_started': NOTHING,
  'recalculation.committed': NOTHING,
  'revaluation.drafted': NOTHING,
  'revaluation.draft_changed': NOTHING,
  'revaluation.discarded': NOTHING,
  'revaluation.posted': { does: 'post', post: postRevaluation, rule: RULES.revaluation },
  'revaluation.reversed': REVERSE,
  'year_close.started': NOTHING,
  'year_close.broken_off': NOTHING,
  'year_close.closed': {
    does: 'post',
    post: ({ books, ...close }) => postYearClose({ close, books }),
    rule: RULES.yearClose,
  },
  'year_close.reopened': REVERSE,
};
