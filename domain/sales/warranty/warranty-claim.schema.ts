/** Bodies of the warranty claim's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  OneOf,
  Reference,
  RequiredNote,
  Text,
} from '../../schemas/fields.schema.ts';
import { type Held, MOVED_BATCHES, NAMED_BATCHES } from '../../schemas/held.schema.ts';
import { fields, list, object } from '../../schemas/held-fields.schema.ts';
import { AT_INVENTORY, DATED, IN_CURRENCY, NOTED } from '../../schemas/paid-fields.schema.ts';

/** What the supplier answers: it repairs the piece, gives another one, credits an amount, or refuses. */
export const SUPPLIER_ANSWERS = ['repaired', 'replaced', 'credited', 'refused'] as const;
/** What becomes of a piece that no supplier saw. */
export const GIVEN_BACK_AS = ['repaired', 'refused'] as const;
/** How a claim ended. */
export const CLAIM_OUTCOMES = ['exchanged', ...SUPPLIER_ANSWERS] as const;
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number];

const SERIAL_MAX = 40;
const SerialNumber = () => Maybe(Text(SERIAL_MAX));

export const WarrantyClaimBody = Body({
  ...AT_INVENTORY,
  /** When the customer handed the piece in. */
  ...DATED,
  /** Without one, the name and the telephone of who brought it. */
  customer_fk: Maybe(Reference('customers')),
  brought_by: Maybe(Text(140)),
  customer_mobile: Maybe(Text(40)),
  item_fk: Reference('items'),
  /** Required for items with serial numbers. Its sale and the end of its warranty are those of the piece. */
  serial_number: SerialNumber(),
  /** The sale of an item without serial numbers. */
  sale_fk: Maybe(Reference('sales')),
  /** The day of a sale that is not named, as on the customer's receipt. */
  sold_date: Maybe(DateField()),
  fault: RequiredNote(),
  ...NOTED,
  /** `received` enters the claim and takes the piece in. */
  status: Type.Optional(OneOf(['draft', 'received'])),
});
export type WarrantyClaimInput = Static<typeof WarrantyClaimBody>;

export const SendBody = Body({ sent_to_fk: Reference('suppliers'), ...DATED, note: Maybe(Note()) });
export type SendInput = Static<typeof SendBody>;

const { currency_fk: _currency, ...RATED } = IN_CURRENCY;
export const TakeBackBody = Body({
  answered_as: OneOf(SUPPLIER_ANSWERS),
  ...DATED,
  /** `replaced`: the number of the other piece. */
  serial_number: SerialNumber(),
  /** `credited`: what the supplier owes now, by default in the system currency. */
  amount: Maybe(Amount()),
  currency_fk: Maybe(Reference('currencies')),
  ...RATED,
  note: Maybe(Note()),
});
export type TakeBackInput = Static<typeof TakeBackBody>;

/** `serial_number` is that of the piece that the customer gets from stock. */
export const ExchangeBody = Body({ ...DATED, serial_number: SerialNumber(), note: Maybe(Note()) });
export type ExchangeInput = Static<typeof ExchangeBody>;

/** `ended_as` only where the customer gets the piece back and no supplier saw it. */
export const CloseBody = Body({ ...DATED, ended_as: Maybe(OneOf(GIVEN_BACK_AS)), note: Maybe(Note()) });
export type CloseInput = Static<typeof CloseBody>;

const GOODS = {
  lines: list('line_id item_fk unit_fk unit_factor quantity', NAMED_BATCHES),
  ...MOVED_BATCHES,
};
const STEP = 'date time note';

/** Fields that answers contain beyond the body. */
export const WARRANTY_CLAIM_HELD: Held = {
  data: fields('sold_document sold_number warranty_until'),
  since: () => ({
    ...fields('sent_to_fk answered_as ended_as given_number'),
    exchange: object(`${STEP} true_date outlet_fk inventory_fk system_currency_fk`, GOODS),
    sending: object(`${STEP} sent_to_fk`),
    answer: object(`${STEP} true_date answered_as serial_number piece outlet_fk inventory_fk system_currency_fk`, {
      ...GOODS,
      credit: object('outlet_fk supplier_fk amount currency_fk system_currency_fk rate_fk rate decimals'),
    }),
    ending: object(`${STEP} ended_as`),
    steps: Type.Optional(Type.Array(Type.String())),
  }),
};
