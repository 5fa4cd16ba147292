/** Fixed assets: things of lasting use, each with an account of its own. */
import type { Tone } from '../shared/controls/status-chip.tsx';
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';

const ASSET_TONES: Readonly<Record<string, Tone>> = {
  in_use: 'success',
  sold: 'info',
  disposed: 'danger',
  not_bought: 'neutral',
};

export const Table = tableScreen({
  resource: 'fixed_assets',
  title: 'equity:fixed_assets',
  empty: 'equity:fixed_assets_empty',
  columns: [
    { field: 'asset_name', kind: 'text', main: true },
    ...usual('asset_type_fk'),
    { field: 'serial_number', kind: 'code' },
    { field: 'asset_state', kind: 'status', tones: ASSET_TONES, sortable: false },
    { field: 'cost', kind: 'amount', currency: 'system', sortable: false },
    { field: 'book_value', kind: 'amount', currency: 'system', sortable: false },
  ],
  filters: by('asset_type_fk'),
});

export const Form = recordForm({
  resource: 'fixed_assets',
  title: 'equity:fixed_asset',
  sections: [{ fields: ['asset_name', 'asset_type_fk', 'serial_number', 'note'] }],
});
