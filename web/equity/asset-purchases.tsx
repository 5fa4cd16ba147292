/** Fixed assets that were bought: what they cost, and over how many months they are depreciated. */
import { documentScreen } from '../shared/document/document-screen.tsx';
import { paidEditor, paidList } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { usual } from '../shared/table/usual-columns.ts';

const assetPurchase = {
  resource: 'asset_purchases',
  about: { field: 'fixed_asset_fk', resource: 'fixed_assets' },
  party: { field: 'supplier_fk', resource: 'suppliers' },
  direction: 'out',
} as const;

export const Editor = documentScreen(
  paidEditor({
    ...assetPurchase,
    details: [
      { field: 'useful_life_months', kind: 'whole', required: true },
      { field: 'salvage_amount', kind: 'amount' },
    ],
    blank: { useful_life_months: null, salvage_amount: null },
  }),
);

export const Table = tableScreen(
  paidList(assetPurchase, {
    afterStatus: usual('payment_status'),
  }),
);
