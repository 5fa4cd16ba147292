/** A type of fixed asset: vehicles, furniture, computers. */

import { declareRecord } from '../records/record.ts';
import { Body, Maybe, Note, translatedName } from '../schemas/fields.schema.ts';

export const assetType = declareRecord({
  names: { kind: 'asset_type', folder: 'assets', id: 'asset_type_id', name: 'asset_type_name' },
  schema: Body({ ...translatedName('asset_type_name'), note: Maybe(Note()) }),
  list: {
    columns: ['asset_type_name', 'note'],
    search: ['asset_type_name', 'asset_type_name_ar', 'asset_type_name_ckb', 'note'],
  },
});
