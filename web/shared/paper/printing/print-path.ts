/** The address of a document's paper. */

/**
 * Kinds without a paper here: results of jobs, reminders, which have their own page, counting rounds, whose stock count is
 * printed, and corrections of batches.
 */
const UNPRINTED: ReadonlySet<string> = new Set([
  'year_closes',
  'recalculations',
  'payment_reminders',
  'count_rounds',
  'batch_corrections',
  'batch_holds',
]);

export const isPrinted = (resource: string): boolean => !UNPRINTED.has(resource);

export const printPath = (resource: string, id: number): string => `/print/${resource}/${id}`;
