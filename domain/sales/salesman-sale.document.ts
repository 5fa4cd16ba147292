/**
 * The salesman sale: a sale that names its salesman, under permissions, a list and screens of its own. It is the
 * same document (decider, posting, number, returns), so nothing of it is declared twice.
 */
import type { DocumentDeclaration } from '../kernel/document.ts';
import { attachable } from '../kernel/fields.schema.ts';
import { saleDocument } from './sale.document.ts';
import { SalesmanSaleBody } from './sale.schema.ts';

export const salesmanSaleDocument: DocumentDeclaration = {
  ...saleDocument,
  resource: 'salesman_sales',
  body: attachable(SalesmanSaleBody),
  discriminator: 'salesman_fk',
};
