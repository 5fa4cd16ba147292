/**
 * The contract of the command side: body and answer of each declared command, and the answer of its reads, by path.
 * There are only types here, taken from the routes as they are declared (`identity/machine/declared-route.ts`).
 */
import type { CommandsOf, ReadsOf } from '../identity/machine/declared-route.ts';
import type { attachmentRoute } from './attachments/routes.ts';
import type { barcodeRoute } from './catalogue/barcode-route.ts';
import type { closingRoutes } from './closing/routes.ts';
import type { pastRateRoute } from './http/rate-routes.ts';
import type { schemaRoutes } from './http/schema-routes.ts';
import type { identityRoutes } from './identity/routes.ts';
import type { actionsRoute, bulkRoute } from './jobs/bulk-routes.ts';
import type { demonstrationRoute } from './jobs/demonstration.ts';
import type { exportEverythingRoutes } from './jobs/export-everything.ts';
import type { jobRoutes } from './jobs/routes.ts';
import type { shopPasswordRoutes } from './shop/password-routes.ts';
import type { fileRoute, formatRoute, importRoute } from './spreadsheets/routes.ts';
import type { importsMadeRoutes } from './spreadsheets/taking-back/routes.ts';
import type { presentRowsRoutes } from './spreadsheets/updating/present-rows.ts';
import type { deviceRoutes } from './till/device-routes.ts';
import type { entryRoutes } from './till/entry-routes.ts';
import type { orderRoute } from './till/order-route.ts';
import type { parkedRoutes } from './till/parked-routes.ts';
import type { receiptRoutes } from './till/receipt-routes.ts';

type Declared =
  | ReturnType<Lists>[number]
  | ReturnType<
      | typeof attachmentRoute
      | typeof schemaRoutes
      | typeof actionsRoute
      | typeof formatRoute
      | typeof fileRoute
      | typeof importRoute
    >;

type Lists =
  | typeof bulkRoute
  | typeof identityRoutes
  | typeof pastRateRoute
  | typeof barcodeRoute
  | typeof entryRoutes
  | typeof deviceRoutes
  | typeof receiptRoutes
  | typeof parkedRoutes
  | typeof orderRoute
  | typeof shopPasswordRoutes
  | typeof closingRoutes
  | typeof jobRoutes
  | typeof demonstrationRoute
  | typeof exportEverythingRoutes
  | typeof importsMadeRoutes
  | typeof presentRowsRoutes;

export type Reads = ReadsOf<Declared>;
export type Posts = CommandsOf<'POST', Declared>;
export type Patches = CommandsOf<'PATCH', Declared>;
export type Deletes = CommandsOf<'DELETE', Declared>;
