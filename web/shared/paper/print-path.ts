/** The address of a document's paper. */

/** Kinds without a paper here: results of jobs, reminders, which have their own page, and counting rounds, whose stock count is printed. */
const UNPRINTED: ReadonlySet<string> = new Set(['year_closes', 'recalculations', 'payment_reminders', 'count_rounds']);

export const isPrinted = (resource: string): boolean => !UNPRINTED.has(resource);

export const printPath = (resource: string, id: number): string => `/print/${resource}/${id}`;
