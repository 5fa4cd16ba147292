/**
 * Till entries as the device records and sends them: one gapless sequence and one hash chain for each enrolment of a
 * device (decisions/0074). Entries are stored even when rules are violated, so the bodies contain the printed figures
 * too.
 */
import { type Static, Type } from 'typebox';
import { BATCHES_OF_LINE } from '../schemas/batch.schema.ts';
import {
  Amount,
  Body,
  DateField,
  ExactAmount,
  Maybe,
  OneOf,
  Percent,
  QuantityField,
  RateField,
  Reference,
  SignedAmount,
  Text,
  TimeField,
} from '../schemas/fields.schema.ts';
import { DiscountBody, LineId } from '../schemas/line-fields.schema.ts';
import { AT_INVENTORY } from '../schemas/paid-fields.schema.ts';
import { CountedAccounts } from './drawer.schema.ts';
import { RemovedLines } from './removed-lines.schema.ts';

export const Uuid = (options: object = {}) =>
  Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', ...options });
/** SHA-256 in hexadecimal digits. */
const Sha256 = () => Type.String({ pattern: '^[0-9a-f]{64}$' });
/** ISO 8601 in UTC, with milliseconds. */
export const Instant = () => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
/** An entry of a device that may not have an id of the server yet, or a document of the server, of this resource. */
const EntryOrDocument = (resource: 'closing_drawers' | 'pos_sales') =>
  Type.Union([Body({ uuid: Uuid({ 'x-entry-of': resource }) }), Body({ id: Reference(resource) })]);

/**
 * What a person typed at a till. The device limits and cleans it; a longer text of an older device is stored too, because
 * the money has moved. Refused is only what the database cannot store.
 */
const Typed = (minLength = 0) => Type.String({ minLength, maxLength: 1000, pattern: '^[^\\u0000\\ud800-\\udfff]*$' });

const Ticket = () => Type.String({ maxLength: 2000, pattern: '^[\\w-]+\\.[\\w-]+$' });

/** Day and time with seconds in the shop's local time, as printed. */
const MOMENT = { date: DateField(), time: TimeField() };

const OpenDrawerEntry = Body({
  kind: Type.Literal('open_drawer'),
  outlet_fk: Reference('outlets'),
  ...MOMENT,
  accounts: Type.Array(
    Body({
      account_fk: Reference('cashes'),
      safe_account_fk: Reference('cashes'),
      float_amount: Amount(),
      rate_fk: Maybe(Reference('currency_rates')),
      rate: Maybe(RateField()),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  note: Maybe(Typed()),
});

/** Money from the safe of the account into the drawer. */
const PayInEntry = Body({
  kind: Type.Literal('pay_in'),
  drawer: EntryOrDocument('closing_drawers'),
  ...MOMENT,
  account_fk: Reference('cashes'),
  amount: Amount(),
  note: Typed(1),
});

const PayOutEntry = Body({
  kind: Type.Literal('pay_out'),
  drawer: EntryOrDocument('closing_drawers'),
  ...MOMENT,
  account_fk: Reference('cashes'),
  expense_type_fk: Reference('expense_types'),
  amount: Amount(),
  note: Maybe(Typed()),
});

const CountEntry = Body({
  kind: Type.Literal('count'),
  drawer: EntryOrDocument('closing_drawers'),
  ...MOMENT,
  accounts: CountedAccounts(),
});

const CloseDrawerEntry = Body({
  kind: Type.Literal('close_drawer'),
  drawer: EntryOrDocument('closing_drawers'),
  ...MOMENT,
  accounts: Type.Array(
    Body({
      account_fk: Reference('cashes'),
      /** The amount that remains in the drawer. */
      left_amount: Amount(),
      /** The expected amount that the device printed; the books determine the correct one. */
      expected_amount: SignedAmount(),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  /** Why the count is not what is expected; absent where it is, and from devices of former versions. */
  difference_reason: Maybe(Typed()),
  /** Lines removed since the last receipt of the window. */
  removed: RemovedLines(),
});

/** Money received or paid back, in its own currency. */
const PaymentEntry = Body({
  method: OneOf(['cash', 'app', 'credit']),
  amount: Amount(),
  /** Only for cash: the drawer's account, which determines the currency. */
  account_fk: Maybe(Reference('cashes')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  /** Only for the payment app. */
  reference_number: Maybe(Typed()),
  /** True in an exchange: a refund's amount that is tendered for the receipt sold in its place, and is not paid out. */
  is_exchanged: Type.Optional(Type.Boolean()),
});

/** The customer's price of a line: its shares of discounts and tax, and the total with both. */
const PRINTED = { discount_amount: Amount(), tax_amount: Amount(), total_amount: Amount() };

const ReceiptEntry = Body({
  kind: Type.Literal('receipt'),
  ...AT_INVENTORY,
  drawer: EntryOrDocument('closing_drawers'),
  /** Required for a sale on credit. */
  customer_fk: Maybe(Reference('customers')),
  ...MOMENT,
  discount: Maybe(DiscountBody),
  lines: Type.Array(
    Body({
      line_id: LineId(),
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      quantity: QuantityField(),
      bonus_quantity: Maybe(QuantityField()),
      price: ExactAmount(),
      discount: Maybe(DiscountBody),
      tax_percent: Maybe(Percent()),
      promotion_fk: Maybe(Reference('promotions')),
      note: Maybe(Typed()),
      /** The batches that the till can name; the rest is taken first expired, first out. */
      ...BATCHES_OF_LINE,
      ...PRINTED,
    }),
    { minItems: 1, maxItems: 2000 },
  ),
  /** Promotions that reward the whole receipt; those of single lines are in the lines. */
  promotions: Type.Optional(Type.Array(Body({ promotion_fk: Reference('promotions') }), { maxItems: 20 })),
  payments: Type.Array(PaymentEntry, { maxItems: 20 }),
  /** The refund that this receipt is exchanged for. */
  replaces: Maybe(EntryOrDocument('pos_sales')),
  /** The held receipt of the server that was resumed and paid. */
  held_fk: Maybe(Reference('pos_sales')),
  note: Maybe(Typed()),
  /** Lines removed before payment. */
  removed: RemovedLines(),
  /** The printed number, built by `paperNumber`. */
  number: Text(40, { minLength: 1 }),
  total: Amount(),
  /** Change in the system currency; `change_account_fk` is the drawer's account, null without change. */
  change: Amount(),
  change_account_fk: Maybe(Reference('cashes')),
});

/** Refunded lines of a receipt, or goods returned without one. */
const RefundEntry = Body({
  kind: Type.Literal('refund'),
  ...AT_INVENTORY,
  drawer: EntryOrDocument('closing_drawers'),
  /** Null without a receipt, which requires a permission. */
  receipt: Type.Union([EntryOrDocument('pos_sales'), Type.Null()]),
  customer_fk: Maybe(Reference('customers')),
  ...MOMENT,
  lines: Type.Array(
    Body({
      /** The `line_id` in the receipt; null without one. */
      line: Type.Union([LineId(), Type.Null()]),
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      quantity: QuantityField(),
      /** Returned bonus goods of the line. */
      bonus_quantity: Maybe(QuantityField()),
      price: ExactAmount(),
      /** Of goods without a receipt; others may name some of the receipt's, and default to the next ones. */
      ...BATCHES_OF_LINE,
      ...PRINTED,
    }),
    { minItems: 1, maxItems: 2000 },
  ),
  /** The ways of refunding. */
  payments: Type.Array(PaymentEntry, { maxItems: 20 }),
  /** The receipt that the goods are exchanged for. */
  replaced_by: Maybe(EntryOrDocument('pos_sales')),
  reason: Typed(1),
  number: Text(40, { minLength: 1 }),
  total: Amount(),
});

export const ENTRY_CONTENTS = {
  open_drawer: OpenDrawerEntry,
  pay_in: PayInEntry,
  pay_out: PayOutEntry,
  count: CountEntry,
  close_drawer: CloseDrawerEntry,
  receipt: ReceiptEntry,
  refund: RefundEntry,
};

const fields = {
  /** UUIDv7: the idempotency key of the entry. */
  uuid: Uuid(),
  /** Returned by `POST tills/enrol`; each device of a till has its own. */
  enrolment: Uuid(),
  /** 1, 2, 3 … without gaps. */
  sequence: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  /** The hash of the previous entry; 64 zeros for the first. */
  previous: Sha256(),
  /** Time of the device's clock. */
  made_at: Instant(),
  /** Milliseconds to add to `made_at` to get the server's time, by the device's last synchronisation. */
  clock_offset: Type.Integer({ minimum: -9_000_000_000_000, maximum: 9_000_000_000_000 }),
  cashier_fk: Reference('users'),
  /** The supervisor whose PIN approved an action that the cashier may not do alone. */
  approved_by_fk: Type.Union([Reference('users'), Type.Null()]),
  /** The ticket of the approval (`till-ticket.ts`); absent without one, and from devices of former versions. */
  approval: Type.Optional(Ticket()),
  /** The ticket of the cashier's sign-in without a network; absent after one with the network. */
  sign_in: Type.Optional(Ticket()),
};

/**
 * An entry without its content. The content is checked by the schema of its kind, so that errors name the wrong field.
 */
export const EntryEnvelope = Body({
  ...fields,
  content: Type.Object({}, { additionalProperties: true }),
  hash: Sha256(),
});

export const DeviceEntryBody = Body({
  ...fields,
  content: Type.Union([
    OpenDrawerEntry,
    PayInEntry,
    PayOutEntry,
    CountEntry,
    CloseDrawerEntry,
    ReceiptEntry,
    RefundEntry,
  ]),
  /** Hash of all fields above (`entryHash`). */
  hash: Sha256(),
});

export type OpenDrawerEntry = Static<typeof OpenDrawerEntry>;
export type PayInEntry = Static<typeof PayInEntry>;
export type PayOutEntry = Static<typeof PayOutEntry>;
export type CountEntry = Static<typeof CountEntry>;
export type CloseDrawerEntry = Static<typeof CloseDrawerEntry>;
export type PaymentEntry = Static<typeof PaymentEntry>;
export type ReceiptEntry = Static<typeof ReceiptEntry>;
export type RefundEntry = Static<typeof RefundEntry>;
export type EntryReference = Static<ReturnType<typeof EntryOrDocument>>;
export type EntryContent =
  | OpenDrawerEntry
  | PayInEntry
  | PayOutEntry
  | CountEntry
  | CloseDrawerEntry
  | ReceiptEntry
  | RefundEntry;
