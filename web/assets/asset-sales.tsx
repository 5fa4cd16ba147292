/** Fixed assets that are sold in cash or on account, or disposed of; the server computes depreciation to the day. */
import { amountField, declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { dueField } from '../shared/document/fields/due-day.ts';
import { moneyAccount, moneyFields } from '../shared/document/fields/money-fields.ts';
import {
  CARRIED,
  currencyFields,
  foundField,
  isCash,
  paymentTypeField,
} from '../shared/document/fields/usual-fields.ts';
import type { FieldDeclaration, ShownField } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { headerWithoutInventory } from '../shared/document/single-amount.ts';
import { SettlementsTab } from '../shared/party/settlements.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

const isSold = (header: Fields): boolean => header['leaves_by'] !== 'disposal';

/** For a sale only: a disposal has no proceeds. */
function ofSale<Name extends string>(field: FieldDeclaration<Name>): FieldDeclaration<Name> {
  return { ...field, shown: (header, line) => isSold(header) && (field.shown?.(header, line) ?? true) };
}

/** Found by the server: the asset of the chosen purchase. */
const soldAsset: ShownField = {
  field: 'fixed_asset_fk',
  kind: 'lookup',
  resource: 'fixed_assets',
  shown: (header) => header['fixed_asset_fk'] !== undefined,
  derived: (header) => header['fixed_asset_fk'] ?? null,
};

export const assetSaleDeclaration = declareEditor('asset_sales', {
  carried: { header: CARRIED },
  header: [
    {
      field: 'asset_purchase_fk',
      kind: 'lookup',
      resource: 'asset_purchases',
      required: true,
      // A draft is no asset yet, and has no number to be chosen by.
      filter: () => ({ 'filter[status]': 'complete' }),
    },
    soldAsset,
    { field: 'leaves_by', kind: 'choice', options: ['sale', 'disposal'], required: true },
    'date',
    ofSale(amountField),
    ofSale(paymentTypeField),
    ofSale(moneyAccount('in')),
    ofSale({
      field: 'customer_fk',
      kind: 'lookup',
      resource: 'customers',
      required: (header) => !isCash(header),
    }),
  ],
  details: [
    ...moneyFields.map(ofSale),
    ofSale(dueField),
    'outlet_fk',
    ...currencyFields('in').map(ofSale),
    ...['cost_amount', 'depreciated_amount', 'depreciation_amount'].map(foundField),
    'reference_number',
    'note',
  ],
  noDraft: true,
  newHeader: (context) => ({
    ...headerWithoutInventory(context),
    leaves_by: 'sale',
    customer_fk: null,
    due_date: null,
  }),
  tab: { name: 'payments', content: SettlementsTab },
  transitions: AT_ONCE_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(assetSaleDeclaration, {
  columns: [
    ...usual('number', 'date'),
    { field: 'fixed_asset_fk', kind: 'reference', resource: 'fixed_assets', sortable: false },
    { field: 'leaves_by', kind: 'option' },
    ...usual('status', 'payment_status', 'total_base', 'customer_fk', 'outlet_fk', 'note'),
  ],
  filters: [
    ...by('date'),
    oneOf('leaves_by', ['sale', 'disposal']),
    oneOf('status', ['complete', 'reversed']),
    ...by('payment_status', 'due_date'),
  ],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});
