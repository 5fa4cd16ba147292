/** Body of a destructed asset, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Body, OneOf, QuantityField } from '../schemas/fields.schema.ts';
import { NOTED } from '../schemas/paid-fields.schema.ts';
import { DISPOSAL_TYPES } from './disposal-type.ts';
import { GOODS_LINE, GOODS_OF_INVENTORY, LINES_MAX } from './goods-document.schema.ts';

export const AssetDisposalBody = Body({
  ...GOODS_OF_INVENTORY,
  disposal_type: OneOf(DISPOSAL_TYPES),
  ...NOTED,
  lines: Type.Array(Body({ ...GOODS_LINE, quantity: QuantityField() }), { maxItems: LINES_MAX }),
  /** `done` enters the document ready for approval. */
  status: Type.Optional(OneOf(['draft', 'done'])),
});
export type AssetDisposalInput = Static<typeof AssetDisposalBody>;
