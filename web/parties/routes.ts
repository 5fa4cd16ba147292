/** Screens of parties: customers, suppliers, and the cities they live in. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { importRoute } from '../shared/import/import-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import { readWholeNumber } from '../shared/report/report-search.ts';

/** The customer of a new reminder; whether a letter that was just issued is printed at once. */
const ofReminder = (search: Readonly<Record<string, unknown>>) => {
  const customer = readWholeNumber(search['customer']);
  return {
    ...(customer === undefined ? {} : { customer }),
    ...(search['print'] === true || search['print'] === 'true' ? { print: true } : {}),
  };
};

export const partiesRoutes: readonly ScreenRoute[] = [
  ...documentRoutes(
    'payment_reminders',
    { list: () => import('./reminders.ts'), editor: () => import('./reminder-screen.tsx') },
    { search: ofReminder },
  ),
  ...documentRoutes('settlements', () => import('./settlements.tsx')),
  ...recordRoutes('customers', 'parties:customers', 'parties:customer', () => import('./customers.ts')),
  ...recordRoutes('suppliers', 'parties:suppliers', 'parties:supplier', () => import('./suppliers.ts')),
  importRoute({
    path: '/customers/import',
    format: 'customers',
    resource: 'customers',
    title: 'import:titles.customers',
    list: '/customers/customers',
  }),
  importRoute({
    path: '/suppliers/import',
    format: 'suppliers',
    resource: 'suppliers',
    title: 'import:titles.suppliers',
    list: '/suppliers/suppliers',
  }),
  ...recordRoutes(
    'customer_groups',
    'parties:customer_groups',
    'parties:customer_group',
    () => import('./customer-groups.ts'),
  ),
  ...recordRoutes('countries', 'parties:countries', 'parties:country', () => import('./countries.ts')),
  ...recordRoutes('cities', 'parties:cities', 'parties:city', () => import('./cities.ts')),
];
