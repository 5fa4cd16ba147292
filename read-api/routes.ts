/** Every route of the read side, from the declarations of records and documents and the list of reports. */
import type { FastifyInstance } from 'fastify';
import { documentResources } from '../domain/documents.ts';
import type { DocumentDeclaration } from '../domain/kernel/document.ts';
import type { RecordDeclaration } from '../domain/kernel/record.ts';
import { records } from '../domain/records.ts';
import { explainRoutes } from './audit/explain/routes.ts';
import { exportRoutes } from './audit/export/route.ts';
import { whatChangedRoute } from './audit/what-changed.ts';
import { addRoutes, type ReadRoute, type Services } from './http/route.ts';
import { aliasRoutes } from './lists/aliases.ts';
import { documentList } from './lists/document-list.ts';
import { findAnythingRoute } from './lists/find-anything.ts';
import { showsLoss } from './lists/goods-losses.ts';
import { itemLookupRoute } from './lists/item-lookup.ts';
import { listRoute } from './lists/list-route.ts';
import { lookupPermission } from './lists/lookup-permission.ts';
import { openDocumentsRoutes } from './lists/open-documents.ts';
import { pendingOrdersRoute } from './lists/pending-orders.ts';
import { recordList } from './lists/record-list.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { accountLedgerRoute } from './reports/account-ledger.ts';
import { accountsRoute, cashBalanceRoute } from './reports/accounts.ts';
import { ageingRoutes } from './reports/ageing.ts';
import { balanceSheetRoute } from './reports/balance-sheet.ts';
import { cashBookRoute } from './reports/cash-book.ts';
import { cashFlowRoute } from './reports/cash-flow.ts';
import { eventRoute, eventsRoute } from './reports/events.ts';
import { generalLedgerRoute } from './reports/general-ledger.ts';
import { incomeStatementRoute } from './reports/income-statement.ts';
import { inventoryRoute } from './reports/inventory.ts';
import { itemTransactionsRoute } from './reports/item-transactions.ts';
import { itemsProfitRoutes } from './reports/items-profit.ts';
import { journalRoute } from './reports/journal.ts';
import { salesRoute } from './reports/sales.ts';
import { statementRoutes } from './reports/statement.ts';
import { stockValuationRoute } from './reports/stock-valuation.ts';
import { theoreticalQuantitiesRoute } from './reports/theoretical-quantities.ts';
import { trialBalanceRoute } from './reports/trial-balance.ts';
import { effectRoute } from './single/effect.ts';
import { documentHistoryRoute, recordHistoryRoute } from './single/history.ts';
import { showDocumentRoute, showRecordRoute } from './single/show.ts';

export function registerRoutes(app: FastifyInstance, services: Services): void {
  addRoutes(app, services, [
    ...records.flatMap(recordRoutes),
    ...documentResources.flatMap(documentRoutes),
    ...aliasRoutes(),
    pendingOrdersRoute,
    findAnythingRoute,
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
    inventoryRoute,
    itemTransactionsRoute,
    theoreticalQuantitiesRoute,
    ...statementRoutes,
    ...openDocumentsRoutes,
    ...ageingRoutes,
    stockValuationRoute,
    ...itemsProfitRoutes,
    salesRoute,
    eventsRoute,
    eventRoute,
    ...explainRoutes,
    whatChangedRoute,
  ]);
  preferenceRoutes(app, services.reader);
  exportRoutes(app, services.reader);
}

function recordRoutes(declaration: RecordDeclaration): ReadRoute[] {
  const { resource, kind } = declaration;
  const [list, lookUp] = [recordList(declaration, 'list'), recordList(declaration, 'look-up')];
  const shared = { reads: ['records'] as const, columns: list.columns };
  return [
    listRoute({
      ...shared,
      url: `/${resource}`,
      permission: `${resource}/index`,
      summary: `Page of ${resource}`,
      source: () => list,
    }),
    kind === 'item'
      ? itemLookupRoute()
      : listRoute({
          ...shared,
          url: `/${resource}/list`,
          permission: lookupPermission(resource),
          summary: `Look-up of ${resource}`,
          source: () => lookUp,
        }),
    showRecordRoute(declaration),
    recordHistoryRoute(declaration),
  ];
}

function documentRoutes(declaration: DocumentDeclaration): ReadRoute[] {
  const { resource } = declaration;
  const list = documentList(declaration);
  const reads = ['documents', 'records', ...(showsLoss(declaration.kind) ? (['books'] as const) : [])] as const;
  const shared = { reads, columns: list.columns, source: () => list };
  return [
    listRoute({
      ...shared,
      url: `/${resource}`,
      permission: `${resource}/${declaration.listedWith ?? 'index'}`,
      summary: `Page of ${resource}`,
    }),
    listRoute({
      ...shared,
      url: `/${resource}/list`,
      permission: lookupPermission(resource),
      summary: `Look-up of ${resource}`,
    }),
    showDocumentRoute(declaration),
    documentHistoryRoute(declaration),
    effectRoute(declaration),
  ];
}
