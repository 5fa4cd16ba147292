/**
 * The salesman sale: a sale with a salesman, with its own permissions, list and screens. It is the same document
 * (decider, posting, number, returns), so it reuses the declaration of the sale.
 */
import type { Declared } from '../documents/document.ts';
import { attachable } from '../schemas/fields.schema.ts';
import { saleDocument } from './sale.document.ts';
import { SalesmanSaleBody } from './sale.schema.ts';

export const salesmanSaleDocument: Declared<'salesman_sales', typeof SalesmanSaleBody> = {
  ...saleDocument,
  resource: 'salesman_sales',
  body: attachable(SalesmanSaleBody),
  discriminator: 'salesman_fk',
};
