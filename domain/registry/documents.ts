/** The declarations of all documents. */

import type { Static, TSchema } from 'typebox';
import { assetPurchaseDocument } from '../assets/asset-purchase.document.ts';
import { assetSaleDocument } from '../assets/asset-sale.document.ts';
import { depreciationDocument } from '../assets/depreciation.document.ts';
import { cashTransferDocument } from '../cash/cash-transfer.document.ts';
import { expenseDocument } from '../cash/expense.document.ts';
import { incomeDocument } from '../cash/income.document.ts';
import { remittanceDocument } from '../cash/remittance.document.ts';
import { taxPaymentDocument } from '../cash/tax-payment.document.ts';
import { itemPricingDocument } from '../catalogue/item-pricing.document.ts';
import type { DocumentDeclaration } from '../documents/document.ts';
import { capitalTransactionDocument } from '../equity/capital-transaction.document.ts';
import { dividendDocument } from '../equity/dividend.document.ts';
import { generalJournalDocument } from '../ledger/general-journal.document.ts';
import { openingBalanceDocument } from '../ledger/opening-balance.document.ts';
import { openingItemDocument } from '../ledger/opening-item.document.ts';
import { recalculationDocument } from '../ledger/recalculation.document.ts';
import { revaluationDocument } from '../ledger/revaluation.document.ts';
import { yearCloseDocument } from '../ledger/year-close.document.ts';
import { paymentReminderDocument } from '../parties/payment-reminder.document.ts';
import { settlementDocument } from '../parties/settlement.document.ts';
import { customerTransactionDocument, supplierTransactionDocument } from '../parties/transaction.document.ts';
import { payrollDocument } from '../people/payroll.document.ts';
import { landedCostDocument } from '../purchasing/costs/landed-cost.document.ts';
import { purchaseDocument } from '../purchasing/purchase.document.ts';
import { purchaseOrderDocument } from '../purchasing/purchase-order.document.ts';
import { purchaseReturnDocument } from '../purchasing/purchase-return.document.ts';
import { salesmanCommissionDocument } from '../sales/commission/salesman-commission.document.ts';
import { onlineOrderDocument } from '../sales/orders/online-order.document.ts';
import { quotationDocument } from '../sales/orders/quotation.document.ts';
import { saleDocument } from '../sales/sale.document.ts';
import { saleReturnDocument } from '../sales/sale-return.document.ts';
import { salesmanSaleDocument } from '../sales/salesman-sale.document.ts';
import { saleTransferDocument } from '../sales/transfers/sale-transfer.document.ts';
import { saleTransferReturnDocument } from '../sales/transfers/sale-transfer-return.document.ts';
import { warrantyClaimDocument } from '../sales/warranty/warranty-claim.document.ts';
import type { DeepReadonly } from '../schemas/checked.schema.ts';
import { assetDisposalDocument } from '../stock/asset-disposal.document.ts';
import { batchCorrectionDocument } from '../stock/batch-correction.document.ts';
import { batchHoldDocument } from '../stock/batch-hold.document.ts';
import { countRoundDocument } from '../stock/count-round.document.ts';
import { directAdjustmentDocument } from '../stock/direct-adjustment.document.ts';
import { inventoryAdjustmentDocument } from '../stock/inventory-adjustment.document.ts';
import { conversionDocument } from '../stock/making/conversion.document.ts';
import { productionDocument } from '../stock/making/production.document.ts';
import { stockTransferDocument } from '../stock/transit/stock-transfer.document.ts';
import { appSettlementDocument } from '../till/app-settlement.document.ts';
import { drawerDocument } from '../till/drawer.document.ts';
import { posSaleDocument } from '../till/receipts/pos-sale.document.ts';

/** In menu order. */
const declared = [
  saleDocument,
  saleReturnDocument,
  quotationDocument,
  saleTransferDocument,
  saleTransferReturnDocument,
  onlineOrderDocument,
  posSaleDocument,
  drawerDocument,
  appSettlementDocument,
  salesmanCommissionDocument,
  warrantyClaimDocument,
  purchaseDocument,
  purchaseReturnDocument,
  landedCostDocument,
  purchaseOrderDocument,
  customerTransactionDocument,
  supplierTransactionDocument,
  settlementDocument,
  paymentReminderDocument,
  expenseDocument,
  incomeDocument,
  cashTransferDocument,
  remittanceDocument,
  taxPaymentDocument,
  payrollDocument,
  capitalTransactionDocument,
  dividendDocument,
  assetPurchaseDocument,
  depreciationDocument,
  assetSaleDocument,
  stockTransferDocument,
  itemPricingDocument,
  countRoundDocument,
  inventoryAdjustmentDocument,
  directAdjustmentDocument,
  batchCorrectionDocument,
  batchHoldDocument,
  assetDisposalDocument,
  conversionDocument,
  productionDocument,
  generalJournalDocument,
  openingBalanceDocument,
  openingItemDocument,
  recalculationDocument,
  revaluationDocument,
  yearCloseDocument,
] as const;
export const documents: readonly DocumentDeclaration[] = declared;

/** All resources of documents: those above, and resources that contain only some documents of a kind. */
export const documentResources: readonly DocumentDeclaration[] = [...documents, salesmanSaleDocument];

type Documents = (typeof declared)[number] | typeof salesmanSaleDocument;

/** The body of each document by its resource: what `POST sales` takes. */
export type DocumentBodies = {
  readonly [Document in Documents as Document['resource']]: DeepReadonly<Static<Document['body']>>;
};

interface Taken<Path extends string, Body> {
  readonly path: Path;
  readonly body: Body;
}

/** The transitions whose names are known: those of a declaration that names all of them itself. */
type TransitionsOf<Document> = Document extends {
  readonly resource: infer R extends string;
  readonly transitions: infer T;
}
  ? {
      [Name in keyof T & string]: Taken<
        `${R}/:id/${Name}`,
        T[Name] extends { readonly body: infer Body extends TSchema } ? DeepReadonly<Static<Body>> : unknown
      >;
    }[keyof T & string]
  : never;

/** The body of each transition by its path, without the revision: what `POST count_rounds/:id/recount` takes. */
export type TransitionBodies = {
  readonly [Each in TransitionsOf<Documents> as string extends keyof Each ? never : Each['path']]: Each['body'];
};
