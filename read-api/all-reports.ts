/** The routes of all reports, and of the figures that belong to them. */
import { accountLedgerRoute } from './reports/account-ledger.ts';
import { accountsRoute, cashBalanceRoute, totalCashBalanceRoute } from './reports/accounts.ts';
import { ageingRoutes } from './reports/ageing.ts';
import { balanceSheetRoute } from './reports/balance-sheet.ts';
import { cashBookRoute } from './reports/cash-book.ts';
import { cashFlowRoute } from './reports/cash-flow.ts';
import { eventKindsRoute, eventRoute, eventsRoute } from './reports/events.ts';
import { generalLedgerRoute } from './reports/general-ledger.ts';
import { incomeStatementRoute } from './reports/income-statement.ts';
import { itemsProfitRoutes } from './reports/items-profit.ts';
import { journalRoute } from './reports/journal.ts';
import { openingComparisonRoute } from './reports/opening-comparison.ts';
import { promotionsRoute } from './reports/promotions.ts';
import { reminderLetterRoutes } from './reports/reminder-letter.ts';
import { salesRoute } from './reports/sales.ts';
import { statementRoutes } from './reports/statement.ts';
import { supplierClaimsRoute } from './reports/supplier-claims.ts';
import { taxRoute } from './reports/tax.ts';
import { trialBalanceRoute } from './reports/trial-balance.ts';
import { batchBuyersRoute } from './stock/batch-buyers.ts';
import { batchRecallRoute } from './stock/batch-recall.ts';
import { batchesRoute } from './stock/batches.ts';
import { expiredItemsRoute } from './stock/expired-items.ts';
import { inventoryRoute } from './stock/inventory.ts';
import { itemTransactionsRoute } from './stock/item-transactions.ts';
import { serialNumbersRoute } from './stock/serial-numbers.ts';
import { slowStockRoute } from './stock/slow-stock.ts';
import { stockValuationRoute } from './stock/stock-valuation.ts';
import { stocksRoute } from './stock/stocks.ts';
import { theoreticalQuantitiesRoute } from './stock/theoretical-quantities.ts';

export const reportRoutes = [
  trialBalanceRoute,
  incomeStatementRoute,
  balanceSheetRoute,
  cashFlowRoute,
  accountLedgerRoute,
  generalLedgerRoute,
  journalRoute,
  cashBookRoute,
  accountsRoute,
  cashBalanceRoute,
  totalCashBalanceRoute,
  inventoryRoute,
  expiredItemsRoute,
  batchRecallRoute,
  batchBuyersRoute,
  batchesRoute,
  serialNumbersRoute,
  itemTransactionsRoute,
  theoreticalQuantitiesRoute,
  ...statementRoutes,
  ...ageingRoutes,
  supplierClaimsRoute,
  ...reminderLetterRoutes,
  stockValuationRoute,
  stocksRoute,
  slowStockRoute,
  ...itemsProfitRoutes,
  salesRoute,
  promotionsRoute,
  taxRoute,
  openingComparisonRoute,
  eventsRoute,
  eventKindsRoute,
  eventRoute,
] as const;
