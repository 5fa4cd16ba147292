/** An owner of the business, with an account of capital and a share of what is distributed. */
import { Body, Maybe, Name, Note, Percent, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const StockholderBody = Body({
  stockholder_name: Name(),
  mobile: Maybe(Text(40)),
  /** Of a dividend, when its amounts are not entered one by one. */
  share_percentage: Maybe(Percent()),
  note: Maybe(Note()),
});

export const stockholder = declareRecord({
  names: { kind: 'stockholder', folder: 'equity', id: 'stockholder_id', name: 'stockholder_name' },
  schema: StockholderBody,
  list: { columns: ['stockholder_name', 'mobile', 'share_percentage'], search: ['stockholder_name', 'mobile'] },
});
