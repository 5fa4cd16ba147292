/** Fixed assets that go: sold in cash or on account, or disposed of; the server reckons depreciation to the day. */
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  accountField,
  currencyFields,
  dateField,
  isCash,
  noteField,
  outletField,
  paymentTypeField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration, FieldDeclaration } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { PAYMENT_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { amountField, headerWithoutInventory, SINGLE_AMOUNT } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const isSold = (header: Fields): boolean => header['leaves_by'] !== 'disposal';

/** Of a sale only: what is disposed of brings nothing in. */
const ofSale = (field: FieldDeclaration): FieldDeclaration => ({
  ...field,
  shown: (header, line) => isSold(header) && (field.shown?.(header, line) ?? true),
});

/** What the server reckoned when it was entered. */
const found = (field: string): FieldDeclaration => ({
  field,
  kind: 'amount',
  shown: (header) => header[field] !== undefined,
  derived: (header) => header[field] ?? null,
});

const assetSaleDeclaration: EditorDeclaration = {
  ...editorOf('asset_sales'),
  ...SINGLE_AMOUNT,
  header: [
    {
      field: 'asset_purchase_fk',
      kind: 'lookup',
      resource: 'asset_purchases',
      required: true,
    },
    { field: 'leaves_by', kind: 'choice', options: ['sale', 'disposal'], required: true },
    dateField,
    ofSale(amountField),
    ofSale(paymentTypeField),
    ofSale(accountField),
    ofSale({
      field: 'customer_fk',
      kind: 'lookup',
      resource: 'customers',
      required: (header) => !isCash(header),
    }),
  ],
  details: [
    outletField,
    ...currencyFields('in').map(ofSale),
    ...['cost_amount', 'depreciated_amount', 'depreciation_amount'].map(found),
    referenceField,
    noteField,
  ],
  noDraft: true,
  newHeader: (context) => ({ ...headerWithoutInventory(context), leaves_by: 'sale', customer_fk: null }),
  transitions: AT_ONCE_TRANSITIONS,
};

export const AssetSaleEditor = documentScreen(assetSaleDeclaration);

export const AssetSalesTable = tableScreen({
  ...listOf('asset_sales'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'asset_purchase_fk', kind: 'reference', resource: 'asset_purchases' },
    { field: 'leaves_by', kind: 'option' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'note', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'leaves_by', kind: 'option', options: ['sale', 'disposal'] },
    { field: 'status', kind: 'option', options: ['complete', 'reversed'] },
  ],
  footer: ['total_base'],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
