/** The routes of all reports, and of the figures that belong to them. */
import { accountLedgerRoute } from './account-ledger.ts';
import { accountsRoute, cashBalanceRoute, totalCashBalanceRoute } from './accounts.ts';
import { ageingRoutes } from './ageing.ts';
import { balanceSheetRoute } from './balance-sheet.ts';
import { batchBuyersRoute } from './batch-buyers.ts';
import { batchRecallRoute } from './batch-recall.ts';
import { batchesRoute } from './batches.ts';
import { cashBookRoute } from './cash-book.ts';
import { cashFlowRoute } from './cash-flow.ts';
import { eventKindsRoute, eventRoute, eventsRoute } from './events.ts';
import { expiredItemsRoute } from './expired-items.ts';
import { generalLedgerRoute } from './general-ledger.ts';
import { incomeStatementRoute } from './income-statement.ts';
import { inventoryRoute } from './inventory.ts';
import { itemTransactionsRoute } from './item-transactions.ts';
import { itemsProfitRoutes } from './items-profit.ts';
import { journalRoute } from './journal.ts';
import { openingComparisonRoute } from './opening-comparison.ts';
import { promotionsRoute } from './promotions.ts';
import { reminderLetterRoutes } from './reminder-letter.ts';
import { salesRoute } from './sales.ts';
import { serialNumbersRoute } from './serial-numbers.ts';
import { slowStockRoute } from './slow-stock.ts';
import { statementRoutes } from './statement.ts';
import { stockValuationRoute } from './stock-valuation.ts';
import { stocksRoute } from './stocks.ts';
import { taxRoute } from './tax.ts';
import { theoreticalQuantitiesRoute } from './theoretical-quantities.ts';
import { trialBalanceRoute } from './trial-balance.ts';

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
