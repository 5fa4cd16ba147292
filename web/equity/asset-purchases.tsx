/** Fixed assets that were bought: what they cost, and over how many months they are depreciated. */

import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  accountField,
  amountOf,
  CARRIED,
  currencyFields,
  dateField,
  isCash,
  newHeader,
  noteField,
  outletField,
  paymentTypeField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { DocumentDeclaration } from '../shared/document/model/declaration.ts';
import { PAYMENT_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { DRAFTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const PATH = '/accounting/asset-purchases';

const assetPurchaseDeclaration: DocumentDeclaration = {
  resource: 'asset_purchases',
  path: PATH,
  title: 'equity:asset_purchase_number',
  newTitle: 'equity:new_asset_purchase',
  header: [
    { field: 'fixed_asset_fk', kind: 'lookup', resource: 'fixed_assets', required: true },
    dateField,
    { field: 'amount', kind: 'amount', required: true },
    paymentTypeField,
    accountField,
  ],
  details: [
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers', required: (header) => !isCash(header) },
    { field: 'useful_life_months', kind: 'whole', required: true },
    { field: 'salvage_amount', kind: 'amount' },
    outletField,
    ...currencyFields('out'),
    referenceField,
    noteField,
  ],
  columns: [],
  carried: { header: CARRIED },
  identity: { lines: 'line_id' },
  blankLine: {},
  newHeader: (context) => {
    const { inventory_fk: _inventory, ...header } = newHeader(context);
    return { ...header, useful_life_months: null, salvage_amount: null };
  },
  lineOf: () => ({}),
  totals: ({ header }) => ({ lines: new Map(), rows: [], total: amountOf(header['amount']) }),
  transitions: DRAFTED_TRANSITIONS,
};

export const AssetPurchaseEditor = documentScreen(assetPurchaseDeclaration);

export const AssetPurchasesTable = tableScreen({
  resource: 'asset_purchases',
  title: 'equity:asset_purchases',
  empty: 'equity:asset_purchases_empty',
  idField: 'id',
  path: PATH,
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'fixed_asset_fk', kind: 'reference', resource: 'fixed_assets' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['draft', 'complete'] },
  ],
  footer: ['total_base'],
  canEdit: false,
});
