/** The page of a document that a payment starts from: the document is read there, and the payment returns to it. */
import { documentPath } from '../report/report-links.tsx';

const RESOURCES: Readonly<Record<string, string>> = { sale: 'sales', purchase: 'purchases' };

export interface SettledPage {
  readonly resource: string;
  readonly path: string | undefined;
}

/** A sale is read as a salesman sale by a person who may open only those. */
export function settledPage(kind: string, id: number, can: (permission: string) => boolean): SettledPage {
  if (kind === 'sale' && !can('sales/show') && can('salesman_sales/show'))
    return { resource: 'salesman_sales', path: `/sales/salesman-sales/${id}` };
  return { resource: RESOURCES[kind] ?? '', path: documentPath(kind, id) };
}
