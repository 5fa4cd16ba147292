/** An owner of the business, with a capital account and a share of dividends. */
import { Body, Maybe, Name, Note, Percent, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';
import { telephoneKey } from '../kernel/telephone.ts';

export const StockholderBody = Body({
  stockholder_name: Name(),
  mobile: Maybe(Text(40)),
  /** Share of a dividend whose amounts are not entered individually. */
  share_percentage: Maybe(Percent()),
  note: Maybe(Note()),
});

export const stockholder = declareRecord({
  names: { kind: 'stockholder', folder: 'equity', id: 'stockholder_id', name: 'stockholder_name' },
  schema: StockholderBody,
  list: {
    columns: ['stockholder_name', 'mobile', 'share_percentage'],
    search: ['stockholder_name', 'mobile'],
    codes: { mobile: telephoneKey },
    lookedUp: ['stockholder_name'],
  },
});
