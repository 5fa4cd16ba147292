/**
 * What affects all outlets needs all outlets (decisions/0117): these permissions count only for people who were given
 * every outlet of the business, and records that belong to all outlets are changed by them only.
 */
import { declaredRecords } from './declared-records.ts';

const CHANGES = ['store', 'update', 'destroy'];

/** Years and their closes, recalculations and rebuilds, rates, and papers; every settings record is added below. */
const OF_THE_WHOLE: Readonly<Record<string, readonly string[]>> = {
  financial_years: CHANGES,
  year_closes: ['store', 'unclose'],
  recalculations: ['store', 'destroy'],
  currencies: CHANGES,
  currency_rates: CHANGES,
  print_templates: CHANGES,
  ...Object.fromEntries(
    declaredRecords.filter(({ singleton }) => singleton).map(({ resource }) => [resource, ['update']]),
  ),
};

const WHOLE: ReadonlySet<string> = new Set(
  Object.entries(OF_THE_WHOLE).flatMap(([resource, actions]) => actions.map((action) => `${resource}/${action}`)),
);

/** The permissions, for tests and pages. */
export const wholeBusinessPermissions = (): readonly string[] => [...WHOLE];

/** True when the use of the permission affects every outlet. */
export const concernsAllOutlets = (permission: string): boolean => WHOLE.has(permission);
