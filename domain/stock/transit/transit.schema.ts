/** Bodies that all documents of goods between inventories share. */

import { type Static, Type } from 'typebox';
import { BATCHES_OF_LINE } from '../../schemas/batch.schema.ts';
import {
  Amount,
  Body,
  DateField,
  Id,
  Maybe,
  OneOf,
  QuantityField,
  Reference,
  RequiredNote,
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

const ChargeId = () => Id({ maximum: 1000 });

/**
 * Goods that were written off before, of which it is known now who lost them: the rest of their cost, or a part of it. The
 * number of the charge within the transfer makes the command idempotent; that of the write-off itself is 1.
 */
export const ChargeMissingBody = Body({
  charge_id: ChargeId(),
  charged_user_fk: Reference('users'),
  charged_amount: Maybe(Amount()),
  /** From that of the write-off on; defaults to today. */
  date: Maybe(DateField()),
  reason: RequiredNote(),
});
export type ChargeMissingInput = Static<typeof ChargeMissingBody>;

/** Without a day, a charge is taken back on its own; with a later one, it stays in the books until then. */
export const ReverseChargeBody = Body({
  charge_id: ChargeId(),
  date: Maybe(DateField()),
  reason: RequiredNote(),
});
export type ReverseChargeInput = Static<typeof ReverseChargeBody>;
