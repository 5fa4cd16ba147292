/** Purchases of fixed assets: cost, and months of depreciation. */
import { paidScreens } from '../shared/document/single-amount.ts';
import { usual } from '../shared/table/usual-columns.ts';

export const { declaration, Table, Editor } = paidScreens({
  resource: 'asset_purchases',
  about: { field: 'fixed_asset_fk', resource: 'fixed_assets' },
  party: { field: 'supplier_fk', resource: 'suppliers' },
  direction: 'out',
  details: [
    { field: 'useful_life_months', kind: 'whole', required: true },
    { field: 'salvage_amount', kind: 'amount', currencyField: 'system_currency_fk' },
  ],
  blank: { useful_life_months: null, salvage_amount: null },
  afterStatus: usual('payment_status'),
});
