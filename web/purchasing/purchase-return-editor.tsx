/** A purchase return: goods of one purchase that go back, at the price, discount and tax that they were bought for. */
import { printMoney, toMoney } from '../../domain/kernel/money.ts';
import { editorOf } from '../shared/document/document-names.ts';
import { accountField, dateField, noteColumn, paymentTypeField } from '../shared/document/fields/usual-fields.ts';
import { returnDeclaration, returnEditor } from '../shared/document/return-editor.tsx';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { sourceLink } from '../shared/document/source-link.tsx';
import { purchaseDeclaration } from './purchase-editor.tsx';
import { unlinkedReturnDeclaration } from './unlinked-return.ts';

export const purchaseReturnDeclaration: ScreenDeclaration = {
  ...editorOf('purchase_returns'),
  ...returnDeclaration(['purchase_fk'], 'purchase_line_id'),
  header: [
    // That of the purchase; a purchase in cash may name none, and then its credit needs one.
    {
      field: 'supplier_fk',
      kind: 'lookup',
      resource: 'suppliers',
      required: true,
      shown: (header) => header['payment_type'] === 'on_account',
    },
    dateField,
    paymentTypeField,
    accountField,
  ],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(200px, 1fr)' },
    { field: 'whole_quantity', kind: 'quantity', label: 'purchasing:bought', fixed: true, width: '100px' },
    { field: 'whole_bonus', kind: 'quantity', label: 'fields:bonus_quantity', fixed: true, width: '80px' },
    { field: 'price', kind: 'amount', fixed: true, width: '110px' },
    { field: 'quantity', kind: 'quantity', width: '110px', label: 'purchasing:goes_back' },
    { field: 'bonus_quantity', kind: 'quantity', width: '110px', label: 'purchasing:bonus_goes_back' },
    noteColumn,
    { field: 'line_total', kind: 'amount', computed: true, width: '120px' },
  ],
  origin: 'purchase_fk',
  actions: sourceLink({ resource: 'purchases', field: 'purchase_fk' }),
};

/** A new return without its purchase asks for the purchase first. */
export const PurchaseReturnEditor = returnEditor({
  declaration: purchaseReturnDeclaration,
  unlinked: unlinkedReturnDeclaration,
  source: {
    ...{ parameter: 'purchase', resource: 'purchases', field: 'purchase_fk' },
    ...{ party: 'supplier_fk', partyName: 'supplier_name' },
    declaration: purchaseDeclaration,
  },
  words: {
    title: 'documents:purchase_return.new',
    label: 'purchasing:choose_purchase',
    hint: 'purchasing:choose_purchase_hint',
    none: 'purchasing:no_such_purchase',
    without: 'purchasing:without_purchase',
  },
  lineOf: (line, own) => ({
    purchase_line_id: line['line_id'] ?? null,
    item_fk: line['item_fk'] ?? null,
    whole_quantity: line['quantity'] ?? null,
    whole_bonus: line['bonus_quantity'] ?? null,
    whole_total: own ? printMoney(toMoney(own.net + own.tax)) : null,
    price: line['price'] ?? null,
    note: line['note'] ?? null,
    quantity: null,
    bonus_quantity: null,
  }),
});
