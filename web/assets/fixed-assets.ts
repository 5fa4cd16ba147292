/** Fixed assets, each with its own ledger account. */
import type { Tone } from '../shared/controls/status-chip.tsx';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, usual } from '../shared/table/usual-columns.ts';

const ASSET_TONES: Readonly<Record<string, Tone>> = {
  in_use: 'success',
  sold: 'info',
  disposed: 'danger',
  not_bought: 'neutral',
};

export const { Table, Form } = recordScreens('fixed_assets', {
  words: { many: 'equity:fixed_assets', one: 'equity:fixed_asset', empty: 'equity:fixed_assets_empty' },
  columns: [
    ...usual('asset_type_fk'),
    { field: 'serial_number', kind: 'code' },
    { field: 'asset_state', kind: 'status', tones: ASSET_TONES, sortable: false },
    { field: 'cost', kind: 'amount', currency: 'system', sortable: false },
    { field: 'book_value', kind: 'amount', currency: 'system', sortable: false },
  ],
  filters: by('asset_type_fk'),
  sections: [{ fields: ['asset_name', 'asset_name_ar', 'asset_name_ckb', 'asset_type_fk', 'serial_number', 'note'] }],
});
