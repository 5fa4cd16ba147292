/** A thing of lasting use (a van, a shelf, a computer), with an account of its own. */
import { Body, Maybe, Name, Note, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const FixedAssetBody = Body({
  asset_name: Name(),
  /** Vehicles, furniture, equipment. */
  asset_type: Maybe(Text(140)),
  serial_number: Maybe(Text(140)),
  note: Maybe(Note()),
});

export const fixedAsset = declareRecord({
  kind: 'fixed_asset',
  resource: 'fixed_assets',
  idField: 'fixed_asset_id',
  nameField: 'asset_name',
  schema: FixedAssetBody,
  defaults: { asset_type: null, serial_number: null, note: null },
  list: {
    columns: ['asset_name', 'asset_type', 'serial_number'],
    search: ['asset_name', 'asset_type', 'serial_number'],
  },
});
