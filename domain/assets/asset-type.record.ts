/** A type of fixed asset: vehicles, furniture, computers. */
import { Body, Maybe, Name, Note } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const assetType = declareRecord({
  names: { kind: 'asset_type', folder: 'assets', id: 'asset_type_id', name: 'asset_type_name' },
  schema: Body({ asset_type_name: Name(), note: Maybe(Note()) }),
  list: { columns: ['asset_type_name', 'note'], search: ['asset_type_name', 'note'] },
});
