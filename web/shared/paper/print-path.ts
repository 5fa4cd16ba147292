/** Where a document is printed. */

/** Kinds of which there is no paper of this foundation: what jobs work out, and reminders, whose letter is printed on their own page. */
const UNPRINTED: ReadonlySet<string> = new Set(['year_closes', 'recalculations', 'payment_reminders']);

export const isPrinted = (resource: string): boolean => !UNPRINTED.has(resource);

export const printPath = (resource: string, id: number): string => `/print/${resource}/${id}`;
