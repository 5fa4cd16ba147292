/** A fixed asset (a van, a shelf, a computer), with a separate ledger account. */

import { declareRecord } from '../records/record.ts';
import { Body, Maybe, Note, Reference, Text, translatedName } from '../schemas/fields.schema.ts';

export const FixedAssetBody = Body({
  ...translatedName('asset_name'),
  asset_type_fk: Maybe(Reference('asset_types')),
  serial_number: Maybe(Text(140)),
  note: Maybe(Note()),
});

export const fixedAsset = declareRecord({
  names: { kind: 'fixed_asset', folder: 'assets', id: 'fixed_asset_id', name: 'asset_name' },
  schema: FixedAssetBody,
  references: { asset_type_fk: 'asset_type' },
  list: {
    columns: ['asset_name', 'asset_type_fk', 'serial_number'],
    search: ['asset_name', 'asset_name_ar', 'asset_name_ckb', 'serial_number'],
  },
});
