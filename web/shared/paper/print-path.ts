/** Where a document is printed. */

/** Kinds of which there is a paper have a page there; of the others nobody shows a way to it. */
const UNPRINTED: ReadonlySet<string> = new Set(['year_closes', 'recalculations']);

export const isPrinted = (resource: string): boolean => !UNPRINTED.has(resource);

export const printPath = (resource: string, id: number): string => `/print/${resource}/${id}`;
