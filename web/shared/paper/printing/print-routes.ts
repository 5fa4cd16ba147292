/** The pages of papers: `/print/{resource}/{id}`, for every printable kind of document. */
import { DOCUMENT_PAGES } from '../../navigation/document-pages.ts';
import type { ScreenRoute } from '../../navigation/screen.ts';
import { isPrinted } from './print-path.ts';
import { printSearch } from './print-search.ts';

/** Documents without their own kind in the menu: salesman sales. */
const OTHERS = ['salesman_sales'] as const;

export const PRINTED_RESOURCES: readonly string[] = [
  ...[...DOCUMENT_PAGES.values()].map(({ resource }) => resource).filter(isPrinted),
  ...OTHERS,
];

/** A paper without a document: a driver's round. */
const ROUND = 'drivers';

export const printRoutes: readonly ScreenRoute[] = [...PRINTED_RESOURCES, ROUND].map((resource) => ({
  path: `/print/${resource}/$id`,
  permission: resource === ROUND ? 'online_orders/home_delivery' : `${resource}/show`,
  title: 'paper:title',
  search: printSearch,
  load: async () => (await import('./print-page.tsx')).printPage(resource),
}));
