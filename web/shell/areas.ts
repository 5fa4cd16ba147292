/** The areas of the application. Each area adds its routes here; screens are loaded on demand. */
import { auditRoutes } from '../audit/routes.ts';
import { cashRoutes } from '../cash/routes.ts';
import { catalogueRoutes } from '../catalogue/routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { equityRoutes } from '../equity/routes.ts';
import { closingRoutes } from '../ledger/closing-routes.ts';
import { ledgerRoutes } from '../ledger/routes.ts';
import { mobileRoutes } from '../mobile/routes.ts';
import { organisationRoutes } from '../organisation/routes.ts';
import { partiesRoutes } from '../parties/routes.ts';
import { peopleRoutes } from '../people/routes.ts';
import { purchasingRoutes } from '../purchasing/routes.ts';
import { reportRoutes } from '../reports/routes.ts';
import { salesRoutes } from '../sales/routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { printRoutes } from '../shared/paper/printing/print-routes.ts';
import { stockRoutes } from '../stock/routes.ts';
import { tillRoutes } from '../till/office/routes.ts';

export const AREA_ROUTES: readonly ScreenRoute[] = [
  ...dashboardRoutes,
  ...catalogueRoutes,
  ...partiesRoutes,
  ...organisationRoutes,
  ...cashRoutes,
  ...equityRoutes,
  ...salesRoutes,
  ...purchasingRoutes,
  ...ledgerRoutes,
  ...closingRoutes,
  ...stockRoutes,
  ...mobileRoutes,
  ...tillRoutes,
  ...reportRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...printRoutes,
];
