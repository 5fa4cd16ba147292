/** Every route of the read side, from the declarations of records and documents and the list of reports. */

import type { FastifyInstance } from 'fastify';
import type { DocumentDeclaration } from '../domain/documents/document.ts';
import type { RecordDeclaration } from '../domain/records/record.ts';
import { documentRowAnswer, recordAnswer } from '../domain/registry/answers.schema.ts';
import { documentResources } from '../domain/registry/documents.ts';
import { lookupPermission } from '../domain/registry/lookup-permission.ts';
import { records } from '../domain/registry/records.ts';
import { defined } from '../domain/values/defined.ts';
import { kindWords } from '../domain/values/kind-words.ts';
import { aliasRoutes } from './aliases.ts';
import { reportRoutes } from './all-reports.ts';
import { dueDepreciationsRoute } from './assets/due-depreciations.ts';
import { attachmentRoute, imageRoute } from './attachments/image-route.ts';
import { explainRoutes } from './audit/explain/routes.ts';
import { exportRoutes } from './audit/export/route.ts';
import { whatChangedRoute } from './audit/what-changed.ts';
import { documentHistoryRoute, recordHistoryRoute } from './details/history.ts';
import { listOfDay, OF_DAY } from './details/record-of-day.ts';
import { showDocumentRoute, showRecordRoute } from './details/show.ts';
import { findAnythingRoute } from './find-anything.ts';
import { addRoutes, type ReadRoute, type Services } from './http/route.ts';
import { archivedYearsRoute } from './lists/archived-years.ts';
import { documentList } from './lists/document-list.ts';
import { showsLoss } from './lists/goods-losses.ts';
import { idsRoute, type ListRouteOptions, listRoute } from './lists/list-route.ts';
import { inPart, listPermission } from './lists/listed-in-part.ts';
import { openDocumentsRoutes } from './lists/open-documents.ts';
import { figuresOf } from './lists/record-figures.ts';
import { recordList } from './lists/record-list.ts';
import { sameNamesRoute } from './lists/same-names.ts';
import { todaysWorkRoute } from './lists/todays-work.ts';
import { cashLookupRoute } from './lookups/cash-lookup.ts';
import { countryLookupRoute } from './lookups/country-lookup.ts';
import { backupsRoute } from './operations/backups.ts';
import { readModelsRoute } from './operations/read-models.ts';
import { paperBusinessRoute } from './paper/business-route.ts';
import { paperRoutes } from './paper/route.ts';
import { customerTermsRoute } from './parties/customer-terms.ts';
import { partyAccountsRoute } from './parties/party-accounts.ts';
import { balanceColumns, isParty, withBalance } from './parties/party-balance-column.ts';
import { menuTreeRoute } from './people/menu-tree.ts';
import { onlineActivityRoute } from './people/online-activity.ts';
import { owedByStaffRoute } from './people/owed-by-staff.ts';
import { showStaffRoute } from './people/staff.ts';
import { systemLogRoute } from './people/system-log.ts';
import { userPinRoutes } from './people/user-pins.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { proposedOrdersRoute } from './purchasing/proposed-orders.ts';
import { supplierTermsRoute } from './purchasing/supplier-terms.ts';
import { effectRoute } from './reports/effect.ts';
import { deliveryTermsRoute } from './sales/delivery-terms.ts';
import { driversRoundRoutes } from './sales/drivers-round.ts';
import { pendingOrderEvents } from './sales/pending-order-events.ts';
import { pendingOrdersRoute } from './sales/pending-orders.ts';
import { saleCostsRoutes } from './sales/sale-costs.ts';
import { tradeFactsRoute } from './sales/trade-facts.ts';
import { shopPictureRoute } from './shop/picture-route.ts';
import { shopPreviewRoute } from './shop/preview-route.ts';
import { shopRoutes } from './shop/routes.ts';
import {
  countGoodsRoute,
  countItemsRoute,
  countMovedRoute,
  countScalesRoute,
  countUnlistedRoute,
} from './stock/count-items.ts';
import { countedPieceRoute, standingPieceRoute } from './stock/counted-piece.ts';
import { expiringItemsRoute } from './stock/expiring-items.ts';
import { goodsAlertsRoute } from './stock/goods-alerts.ts';
import { heldGoodsRoute, itemBatchesRoute } from './stock/item-batches.ts';
import { itemLookupRoute, showItemRoute } from './stock/item-lookup.ts';
import { itemOverviewRoute } from './stock/item-overview.ts';
import { WITH_LINES, withListedLines } from './stock/listed-lines.ts';
import { receivingPlacesRoutes } from './stock/receiving-places.ts';
import { scannedItemRoute } from './stock/scanned-item.ts';
import { uncountedBatchesRoute } from './stock/uncounted-batches.ts';
import { drawerFiguresRoute } from './till/drawer-figures.ts';
import { tillReviewsRoute, waitingReviewsRoute } from './till/reviews.ts';
import { tillEntriesRoutes } from './till/till-entries.ts';

/** The reads that are declared one by one: `read-api/contract.ts` has their types. */
export const declaredReads = (services: Services) =>
  [
    pendingOrdersRoute,
    shopPreviewRoute,
    ...driversRoundRoutes(services),
    paperBusinessRoute(services),
    tillReviewsRoute,
    drawerFiguresRoute,
    ...tillEntriesRoutes,
    waitingReviewsRoute,
    partyAccountsRoute,
    archivedYearsRoute,
    readModelsRoute(services),
    attachmentRoute,
    backupsRoute,
    findAnythingRoute,
    expiringItemsRoute(),
    itemBatchesRoute,
    heldGoodsRoute,
    itemOverviewRoute,
    sameNamesRoute,
    countItemsRoute,
    countGoodsRoute,
    countUnlistedRoute,
    uncountedBatchesRoute,
    countedPieceRoute,
    standingPieceRoute,
    countMovedRoute,
    countScalesRoute,
    scannedItemRoute,
    tradeFactsRoute,
    todaysWorkRoute,
    proposedOrdersRoute,
    goodsAlertsRoute,
    ...receivingPlacesRoutes,
    customerTermsRoute,
    supplierTermsRoute,
    deliveryTermsRoute,
    ...saleCostsRoutes,
    menuTreeRoute,
    onlineActivityRoute,
    owedByStaffRoute,
    dueDepreciationsRoute,
    systemLogRoute,
    ...userPinRoutes,
    ...reportRoutes,
    ...openDocumentsRoutes,
    ...explainRoutes,
    whatChangedRoute,
  ] as const;

export function registerRoutes(app: FastifyInstance, services: Services): void {
  addRoutes(app, services, [
    ...records.flatMap(recordRoutes),
    ...documentResources.flatMap(documentRoutes),
    ...documentResources.flatMap((document) => paperRoutes(document, services)),
    ...aliasRoutes(),
    ...declaredReads(services),
  ]);
  preferenceRoutes(app, services.reader);
  exportRoutes(app, services);
  pendingOrderEvents(app, services);
  imageRoute(app, services.reader, services.dataDir);
  shopRoutes(app, services);
  shopPictureRoute(app, services.reader, services.dataDir);
}

/** Look-ups with more than names, or with parameters of their own. */
const LOOKUPS: Readonly<Record<string, () => ReadRoute>> = {
  item: itemLookupRoute,
  country: countryLookupRoute,
  cash: cashLookupRoute,
};

const listWithIds = (options: ListRouteOptions): ReadRoute[] => [listRoute(options), idsRoute(options)];

/** Records whose page has more than their own fields. */
const SHOWN: Readonly<Record<string, () => ReadRoute>> = { user: showStaffRoute, item: showItemRoute };

function recordRoutes(declaration: RecordDeclaration): ReadRoute[] {
  const { resource, kind, ofDay } = declaration;
  const { many, words } = kindWords(declaration);
  const row = recordAnswer(declaration);
  const [list, lookUp] = [recordList(declaration, 'list'), recordList(declaration, 'look-up')];
  const shared = { reads: ['records'] as const, columns: list.columns, row, tag: declaration.folder };
  return [
    ...listWithIds({
      ...shared,
      ...(isParty(kind) ? { columns: balanceColumns(list.columns, kind) } : {}),
      reads: ['records', ...(figuresOf(kind)?.reads ?? [])],
      url: `/${resource}`,
      permission: `${resource}/index`,
      operationId: `list${many}`,
      summary: `List ${words}`,
      source: ({ person }) => (isParty(kind) ? withBalance(list, kind, person) : list),
    }),
    kind in LOOKUPS
      ? defined(LOOKUPS[kind])()
      : listRoute({
          ...shared,
          ...(ofDay ? { reads: ['records', 'events'] as const, extra: OF_DAY } : {}),
          columns: lookUp.columns,
          url: `/${resource}/list`,
          permission: lookupPermission(resource),
          operationId: `lookUp${many}`,
          summary: `Look up ${words}, for a field that names one`,
          source: ({ query }) => listOfDay(lookUp, declaration, query['of_day']),
        }),
    SHOWN[kind]?.() ?? showRecordRoute(declaration),
    recordHistoryRoute(declaration),
  ];
}

function documentRoutes(declaration: DocumentDeclaration): ReadRoute[] {
  const { resource } = declaration;
  const { many, words } = kindWords(declaration);
  const [list, lookUp] = [documentList(declaration), documentList(declaration, 'look-up')];
  const row = documentRowAnswer(declaration);
  const reads = ['documents', 'records', ...(showsLoss(declaration.kind) ? (['books'] as const) : [])] as const;
  const shared = { reads, columns: list.columns, row, tag: declaration.folder, source: () => list };
  const listed = inPart(list, declaration);
  const withLines = withListedLines(listed, declaration.kind);
  return [
    ...listWithIds({
      ...shared,
      extra: WITH_LINES,
      source: ({ query }) => (query['with_lines'] === '1' ? withLines : listed),
      url: `/${resource}`,
      permission: listPermission(declaration),
      operationId: `list${many}`,
      summary: `List ${words}`,
    }),
    listRoute({
      ...shared,
      source: () => lookUp,
      url: `/${resource}/list`,
      permission: lookupPermission(resource),
      operationId: `lookUp${many}`,
      summary: `Look up ${words}, for a field that names one`,
    }),
    showDocumentRoute(declaration),
    documentHistoryRoute(declaration),
    effectRoute(declaration),
  ];
}
