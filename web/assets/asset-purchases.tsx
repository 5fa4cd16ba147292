/** Purchases of fixed assets: cost, and months of depreciation. */

import type { Fields } from '../shared/document/model/draft.ts';
import { DRAFTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { paidScreens } from '../shared/document/single-amount.ts';
import { usual } from '../shared/table/usual-columns.ts';
import { ReviseAsset } from './revise-asset.tsx';

/** An asset that was there before the books begin; its months are those that are left. */
const ofOpening = { shown: (header: Fields) => header['payment_type'] === 'opening' };

/** Purchases in foreign money of earlier versions have theirs in the system currency. */
function salvageLabel({ status, currency_fk, system_currency_fk, salvage_currency_fk }: Fields): string {
  const isEarlier =
    typeof status === 'string' && currency_fk !== system_currency_fk && typeof salvage_currency_fk !== 'number';
  return isEarlier ? 'fields:salvage_in_system' : 'fields:salvage_in_own';
}

export const { declaration, Table, Editor } = paidScreens({
  resource: 'asset_purchases',
  about: { field: 'fixed_asset_fk', resource: 'fixed_assets' },
  party: { field: 'supplier_fk', resource: 'suppliers' },
  direction: 'out',
  payments: ['cash', 'on_account', 'opening'],
  details: [
    { ...ofOpening, field: 'depreciated_amount', kind: 'amount', currencyField: 'system_currency_fk' },
    { field: 'useful_life_months', kind: 'whole', required: true },
    { field: 'salvage_amount', kind: 'amount', label: salvageLabel },
    { field: 'declining_percent', kind: 'percent' },
  ],
  blank: { useful_life_months: null, salvage_amount: null, declining_percent: null, depreciated_amount: null },
  afterStatus: usual('payment_type', 'payment_status'),
  transitions: [...DRAFTED_TRANSITIONS, { name: 'revise', permission: 'complete', dialog: ReviseAsset }],
  import: { permission: 'asset_purchases/import', path: '/opening-assets/import' },
});
