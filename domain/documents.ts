/** Every document of Daftar. */
import { cashTransferDocument } from './cash/cash-transfer.document.ts';
import { expenseDocument } from './cash/expense.document.ts';
import { incomeDocument } from './cash/income.document.ts';
import type { DocumentDeclaration } from './kernel/document.ts';
import { generalJournalDocument } from './ledger/general-journal.document.ts';
import { openingBalanceDocument } from './ledger/opening-balance.document.ts';
import { customerTransactionDocument, supplierTransactionDocument } from './parties/transaction.document.ts';
import { purchaseDocument } from './purchasing/purchase.document.ts';
import { saleDocument } from './sales/sale.document.ts';
import { saleReturnDocument } from './sales/sale-return.document.ts';
import { directAdjustmentDocument } from './stock/direct-adjustment.document.ts';

export const documents: readonly DocumentDeclaration[] = [
  saleDocument,
  saleReturnDocument,
  purchaseDocument,
  customerTransactionDocument,
  supplierTransactionDocument,
  expenseDocument,
  incomeDocument,
  cashTransferDocument,
  generalJournalDocument,
  directAdjustmentDocument,
  openingBalanceDocument,
];
