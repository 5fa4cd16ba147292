/** Bodies that all documents of goods between inventories share. */

import { type Static, Type } from 'typebox';
import { BATCHES_OF_LINE } from '../../schemas/batch.schema.ts';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  OneOf,
  QuantityField,
  Reference,
  TimeField,
} from '../../schemas/fields.schema.ts';
import { COUNTED_LINE, LineId } from '../../schemas/line-fields.schema.ts';
import { AT_INVENTORY, DATED, NOTED } from '../../schemas/paid-fields.schema.ts';

/** Sender, receiver and date. */
export const transitFields = {
  /** The sending outlet and inventory. */
  ...AT_INVENTORY,
  to_outlet_fk: Reference('outlets'),
  to_inventory_fk: Reference('inventories'),
  ...DATED,
  ...NOTED,
  /** `sent` enters and sends in one command. */
  status: Type.Optional(OneOf(['pending', 'sent'])),
};

export const transitLineFields = {
  line_id: Type.Optional(LineId()),
  item_fk: Reference('items'),
  unit_fk: Reference('units'),
  quantity: QuantityField(),
  ...BATCHES_OF_LINE,
};

/** The person who owes the missing goods, and how much: what they cost when it is left out. */
const CHARGED = { charged_user_fk: Maybe(Reference('users')), charged_amount: Maybe(Amount()) };

/**
 * Quantities are cumulative, which makes the command idempotent; without lines everything arrived. `batches` are those
 * that came now, of the sent ones. The rest remains in
 * transit, unless it is reported missing.
 */
export const ReceiveTransitBody = Body({
  date: Maybe(DateField()),
  time: Maybe(TimeField()),
  lines: Type.Optional(Type.Array(Body({ ...COUNTED_LINE, ...BATCHES_OF_LINE }), { minItems: 1, maxItems: 2000 })),
  rest: Type.Optional(OneOf(['on_its_way', 'missing'])),
  ...CHARGED,
});
/** The posting date of the loss; defaults to today. */
export const ReportMissingBody = Body({ date: Maybe(DateField()), time: Maybe(TimeField()), ...CHARGED });

export type ReceiveTransitInput = Static<typeof ReceiveTransitBody>;
