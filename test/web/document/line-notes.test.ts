/** Fields of a line that another client wrote remain when the document is saved in the page. */
import { describe, expect, it } from 'vitest';
import { documentResources } from '../../../domain/registry/documents.ts';
import { membersOf, objectsOf } from '../../../domain/values/members.ts';
import { journalDeclaration } from '../../../web/ledger/general-journals.tsx';
import { payrollDeclaration } from '../../../web/people/payrolls.tsx';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { orderDeclaration } from '../../../web/purchasing/purchase-order-editor.tsx';
import { purchaseReturnDeclaration } from '../../../web/purchasing/purchase-return-editor.tsx';
import { quotationDeclaration } from '../../../web/sales/quotations.tsx';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { saleReturnDeclaration } from '../../../web/sales/sale-return-editor.tsx';
import { transferReturnDeclaration } from '../../../web/sales/sale-transfer-returns.tsx';
import { saleTransferDeclaration } from '../../../web/sales/sale-transfers.tsx';
import { salesmanSaleDeclaration } from '../../../web/sales/salesman-sales.tsx';
import { NO_IDENTITIES, readDocument, toBody } from '../../../web/shared/document/model/body.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import { optionalColumns, shownColumns } from '../../../web/shared/document/model/shown-columns.ts';
import { assetDisposalDeclaration } from '../../../web/stock/asset-disposals.tsx';
import { directAdjustmentDeclaration } from '../../../web/stock/direct-adjustments.tsx';
import { inventoryAdjustmentDeclaration } from '../../../web/stock/inventory-adjustments.tsx';
import { stockTransferDeclaration } from '../../../web/stock/stock-transfers.tsx';

const EDITORS: readonly EditorDeclaration[] = [
  ...[saleDeclaration, salesmanSaleDeclaration, saleReturnDeclaration, quotationDeclaration, saleTransferDeclaration],
  ...[transferReturnDeclaration, purchaseDeclaration, orderDeclaration, purchaseReturnDeclaration],
  ...[stockTransferDeclaration, assetDisposalDeclaration, directAdjustmentDeclaration, inventoryAdjustmentDeclaration],
  ...[payrollDeclaration, journalDeclaration],
];
/** Entered at the till and in the customers' application; their pages have another editor. */
const ELSEWHERE = ['pos_sales', 'online_orders'];

const noted = documentResources
  .filter(({ body }) => {
    const { items } = membersOf(membersOf(membersOf(body)['properties'])['lines']);
    return 'note' in membersOf(membersOf(items)['properties']);
  })
  .map(({ resource }) => resource);

const everybody = () => true;

describe('a note of a line', () => {
  it('has an editor for every document whose lines have one', () => {
    const covered = [...EDITORS.map(({ resource }) => resource), ...ELSEWHERE];
    expect([...new Set(covered)].sort()).toEqual([...new Set(noted)].sort());
  });

  it.each(EDITORS.map((editor) => [editor.resource, editor] as const))('of %s is sent back as it came', (_, editor) => {
    const line = { line_id: 1, item_fk: 3, unit_fk: 1, user_fk: 2, account: 4100, quantity: '2', note: 'the red ones' };
    const { draft } = readDocument(editor, {
      id: 5,
      revision: 2,
      status: 'draft',
      possible: ['change'],
      lines: [line],
    });
    const { body } = toBody(editor, draft, NO_IDENTITIES);
    const sent = Object.values(body).flatMap(objectsOf);
    expect(sent.map(({ note }) => note)).toContain('the red ones');
  });

  it('has a column as soon as it is used, and before for people who choose to see it', () => {
    const { columns } = saleDeclaration;
    const shown = (note: string | null, chosen: readonly string[] = []) =>
      shownColumns(columns, [{ key: 1, fields: { item_fk: 3, note } }], chosen, everybody).map(({ field }) => field);
    expect(shown(null)).not.toContain('note');
    expect(shown('the red ones')).toContain('note');
    expect(shown(null, ['note'])).toContain('note');
    expect(shown('the red ones')).not.toContain('unit_cost');
  });

  it('and costs are offered as columns by permission', () => {
    const offered = (may: (permission: string | undefined) => boolean) =>
      optionalColumns(saleDeclaration.columns, may).map(({ field }) => field);
    expect(offered(everybody)).toEqual(['note', 'stock_quantity', 'unit_cost', 'margin', 'batches']);
    expect(offered((permission) => permission === undefined)).toEqual(['note', 'stock_quantity', 'batches']);
    const chosen = ['unit_cost'];
    const hidden = shownColumns(saleDeclaration.columns, [], chosen, (permission) => permission === undefined);
    expect(hidden.map(({ field }) => field)).not.toContain('unit_cost');
  });
});
