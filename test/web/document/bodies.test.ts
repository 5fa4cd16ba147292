/** An editor sends only fields that the body of its document has: the API refuses all others. */
import { describe, expect, it } from 'vitest';
import { documentResources } from '../../../domain/registry/documents.ts';
import { isObject, listOf, membersOf } from '../../../domain/values/members.ts';
import { declaration as assetPurchase } from '../../../web/assets/asset-purchases.tsx';
import { assetSaleDeclaration } from '../../../web/assets/asset-sales.tsx';
import { depreciationDeclaration } from '../../../web/assets/depreciations.tsx';
import { transferDeclaration } from '../../../web/cash/cash-transfers.tsx';
import { declaration as expense } from '../../../web/cash/expenses.tsx';
import { declaration as income } from '../../../web/cash/incomes.tsx';
import { remittanceDeclaration } from '../../../web/cash/remittances.tsx';
import { taxPaymentDeclaration } from '../../../web/cash/tax-payments.tsx';
import { itemPricingDeclaration } from '../../../web/catalogue/item-pricings.tsx';
import { capitalDeclaration } from '../../../web/equity/capital-transactions.tsx';
import { dividendDeclaration } from '../../../web/equity/dividends.tsx';
import { journalDeclaration } from '../../../web/ledger/general-journals.tsx';
import { openingDeclaration } from '../../../web/ledger/moving-in/opening-balances.tsx';
import { openingItemDeclaration } from '../../../web/ledger/moving-in/opening-items.tsx';
import { stockDeclaration } from '../../../web/ledger/moving-in/opening-stock.tsx';
import { revaluationDeclaration } from '../../../web/ledger/revaluations.tsx';
import { declaration as settlement } from '../../../web/parties/settlements.tsx';
import { payrollDeclaration } from '../../../web/people/payrolls.tsx';
import { landedCostDeclaration } from '../../../web/purchasing/costs/landed-costs.tsx';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { orderDeclaration as purchaseOrder } from '../../../web/purchasing/purchase-order-editor.tsx';
import { purchaseReturnDeclaration } from '../../../web/purchasing/purchase-return-editor.tsx';
import { CreditFigures, SendAwaiting } from '../../../web/purchasing/supplier-credit.tsx';
import { declaration as supplierPayment } from '../../../web/purchasing/supplier-transactions.tsx';
import { unlinkedReturnDeclaration as unlinkedPurchaseReturn } from '../../../web/purchasing/unlinked-return.ts';
import { declaration as customerPayment } from '../../../web/sales/customer-transactions.tsx';
import { orderDeclaration as onlineOrder } from '../../../web/sales/orders/order-editor.tsx';
import { quotationDeclaration } from '../../../web/sales/quotations.tsx';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { saleReturnDeclaration } from '../../../web/sales/sale-return-editor.tsx';
import { transferReturnDeclaration, unlinkedDeclaration } from '../../../web/sales/sale-transfer-returns.tsx';
import { saleTransferDeclaration } from '../../../web/sales/sale-transfers.tsx';
import { commissionDeclaration } from '../../../web/sales/salesman-commissions.tsx';
import { salesmanSaleDeclaration } from '../../../web/sales/salesman-sales.tsx';
import { unlinkedReturnDeclaration as unlinkedSaleReturn } from '../../../web/sales/unlinked-return.ts';
import { warrantyClaimDeclaration } from '../../../web/sales/warranty-claims.tsx';
import { RESOURCES } from '../../../web/shared/api/resources.ts';
import { NO_IDENTITIES, toBody } from '../../../web/shared/document/model/body.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { assetDisposalDeclaration } from '../../../web/stock/asset-disposals.tsx';
import { declaration as batchCorrection } from '../../../web/stock/batch-corrections.tsx';
import { declaration as batchHold } from '../../../web/stock/batch-holds.tsx';
import { conversionDeclaration } from '../../../web/stock/conversions.tsx';
import { directAdjustmentDeclaration } from '../../../web/stock/direct-adjustments.tsx';
import { inventoryAdjustmentDeclaration } from '../../../web/stock/inventory-adjustments.tsx';
import { productionDeclaration } from '../../../web/stock/productions.tsx';
import { stockTransferDeclaration } from '../../../web/stock/stock-transfers.tsx';
import { settlementDeclaration } from '../../../web/till/office/app-settlements.tsx';

const EDITORS: readonly EditorDeclaration[] = [
  ...[saleDeclaration, salesmanSaleDeclaration, saleReturnDeclaration, unlinkedSaleReturn, quotationDeclaration],
  ...[saleTransferDeclaration, transferReturnDeclaration, unlinkedDeclaration, onlineOrder, commissionDeclaration],
  ...[purchaseDeclaration, purchaseReturnDeclaration, unlinkedPurchaseReturn, purchaseOrder, landedCostDeclaration],
  ...[customerPayment, supplierPayment, expense, income, transferDeclaration, taxPaymentDeclaration],
  ...[capitalDeclaration, dividendDeclaration, payrollDeclaration, remittanceDeclaration],
  ...[assetPurchase, assetSaleDeclaration, depreciationDeclaration],
  ...[journalDeclaration, openingDeclaration, stockDeclaration, revaluationDeclaration, itemPricingDeclaration],
  ...[assetDisposalDeclaration, conversionDeclaration, directAdjustmentDeclaration, inventoryAdjustmentDeclaration],
  ...[productionDeclaration, stockTransferDeclaration, settlementDeclaration, openingItemDeclaration],
  ...[batchCorrection, batchHold, settlement, warrantyClaimDeclaration],
];
/** Made by tills, by jobs, or on pages without an editor. */
const ELSEWHERE = [
  'pos_sales',
  'closing_drawers',
  'year_closes',
  'recalculations',
  'payment_reminders',
  'count_rounds',
];

/** Every field has the value, and every reference a number. */
const filled = (fields: readonly { readonly field: string }[], value: string): Fields =>
  Object.fromEntries(fields.map(({ field }) => [field, field.endsWith('_fk') ? 3 : value]));

function bodyOf(editor: EditorDeclaration): unknown {
  const { header, details, columns, costs, blankLine } = editor;
  const line = { ...blankLine, ...filled(columns, '2'), account: 4100, account_fk: 4100, batches: null };
  return toBody(
    editor,
    {
      header: { ...filled([...header, ...details], '2'), payment_type: 'on_account' },
      lines: [{ key: 1, fields: line }],
      costs: costs ? [{ key: 1, fields: filled(costs, '2') }] : [],
    },
    NO_IDENTITIES,
  ).body;
}

/** Paths of the fields that the schema does not have. */
function unknownIn(schema: unknown, value: unknown, path = ''): readonly string[] {
  const { properties, items, anyOf, additionalProperties } = membersOf(schema);
  if (Array.isArray(value))
    return value.flatMap((element) => unknownIn(itemsOf(schema) ?? items, element, `${path}[]`));
  if (!isObject(value)) return [];
  if (anyOf !== undefined) {
    const found = listOf(anyOf).map((choice) => unknownIn(choice, value, path));
    return found.some((unknown) => unknown.length === 0) ? [] : (found[0] ?? []);
  }
  if (additionalProperties !== false) return [];
  const known = membersOf(properties);
  return Object.entries(value).flatMap(([name, member]) =>
    name in known ? unknownIn(known[name], member, `${path}.${name}`) : [`${path}.${name}`],
  );
}

/** Of an array that may be null. */
const itemsOf = (schema: unknown): unknown =>
  listOf(membersOf(schema)['anyOf']).flatMap((choice) => membersOf(choice)['items'] ?? [])[0];

describe('the body of an editor', () => {
  it('is checked for every document that has an editor', () => {
    const covered = new Set([...EDITORS.map(({ resource }) => resource), ...ELSEWHERE]);
    expect(documentResources.map(({ resource }) => resource).filter((resource) => !covered.has(resource))).toEqual([]);
  });

  it.each(EDITORS.map((editor) => [editor.resource, editor.newTitle, editor] as const))(
    'of %s (%s) has no field that the API refuses',
    (resource, _, editor) => {
      const document = documentResources.find((candidate) => candidate.resource === resource);
      expect(unknownIn(document?.body, bodyOf(editor))).toEqual([]);
    },
  );
});

describe('a look-up of an editor', () => {
  it.each(EDITORS.map((editor) => [editor.resource, editor.newTitle, editor] as const))(
    'of %s (%s) is of records or documents that the screens can look up',
    (_resource, _, { header, details, columns, costs = [] }) => {
      const named = [...header, ...details, ...columns, ...costs].flatMap(({ kind, resource }) =>
        kind === 'lookup' && resource !== undefined ? [resource] : [],
      );
      expect(named.filter((resource) => !(resource in RESOURCES))).toEqual([]);
    },
  );
});

describe('the screen of a return without its source', () => {
  it.each([unlinkedSaleReturn, unlinkedPurchaseReturn])(
    'has no limits of prices, no payments and no debt: $resource',
    (screen) => {
      for (const part of ['limits', 'tab', 'strip']) expect(screen).not.toHaveProperty(part);
      expect([screen.belowTotal, screen.actions]).toEqual(
        screen.resource === 'purchase_returns' ? [CreditFigures, SendAwaiting] : [undefined, undefined],
      );
    },
  );
});
