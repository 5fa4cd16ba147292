/** The part of a report's route that comes from its declaration: `...reportRoute('reports/expired_items')`. */
import { reports } from '../../domain/registry/reports.ts';

/** Throws RangeError for a report that is not declared. */
export function reportRoute<const Permission extends string>(permission: Permission) {
  if (!reports.some((report) => report.permission === permission)) throw new RangeError(`no report ${permission}`);
  return { url: `/${permission}` as const, permission, tag: 'reports' };
}
