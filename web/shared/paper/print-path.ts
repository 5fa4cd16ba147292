/** The address of a document's paper. */

/** Kinds without a paper here: results of jobs, and reminders, which have their own page. */
const UNPRINTED: ReadonlySet<string> = new Set(['year_closes', 'recalculations', 'payment_reminders']);

export const isPrinted = (resource: string): boolean => !UNPRINTED.has(resource);

export const printPath = (resource: string, id: number): string => `/print/${resource}/${id}`;
