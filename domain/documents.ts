/** Every document of Daftar. */
import type { DocumentDeclaration } from './kernel/document.ts';
import { customerTransactionDocument, supplierTransactionDocument } from './parties/transaction.document.ts';
import { purchaseDocument } from './purchasing/purchase.document.ts';
import { saleDocument } from './sales/sale.document.ts';
import { saleReturnDocument } from './sales/sale-return.document.ts';

export const documents: readonly DocumentDeclaration[] = [
  purchaseDocument,
  saleDocument,
  saleReturnDocument,
  customerTransactionDocument,
  supplierTransactionDocument,
];
