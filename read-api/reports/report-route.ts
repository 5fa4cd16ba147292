/** The part of a report's route that comes from its declaration: `...reportRoute('expired_items')`. */
import { reports } from '../../domain/reports.ts';
import type { ReadRoute } from '../http/route.ts';

/** Throws RangeError for a report that is not declared. */
export function reportRoute(name: string): Pick<ReadRoute, 'url' | 'permission' | 'tag'> {
  const declared = reports.find((report) => report.name === name);
  if (!declared) throw new RangeError(`no report ${name}`);
  return { url: `/${declared.permission}`, permission: declared.permission, tag: 'reports' };
}
