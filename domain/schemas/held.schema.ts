/**
 * Fields of a document beyond its body: values that the server adds, and later events of the document. A declaration
 * lists them (`held`) for the API document; a test compares them with the golden samples and with answers of the API.
 */

import { type TSchema, Type } from 'typebox';
import { Nullable } from './fields.schema.ts';
import { fields, list, object, shownFields, together } from './held-fields.schema.ts';
import { propertiesOf } from './schema-parts.ts';

type Properties = Readonly<Record<string, TSchema>>;

export interface Held {
  /** In the body's object, at top level or in its lists. */
  readonly data?: Properties;
  /** Fields of later events; `data` is the document's own data, because a payment holds a copy of it. */
  readonly since?: (data: TSchema) => Properties;
}

interface Holding {
  readonly body: TSchema;
  readonly held?: Held | undefined;
}

/** The batches that an event moved. */
export const MOVED_BATCHES: Properties = {
  batches: list('move_line_id batch_number expire_date quantity is_expired piece settled'),
};

/** The batches that a line of an event names. */
export const NAMED_BATCHES: Properties = { batches: list('batch_number expire_date quantity') };

/** The batches of the lines of another document that an event returned. */
export const RETURNED_BATCHES: Properties = {
  returned_batches: list('origin_line_id batch_number expire_date quantity returned_before'),
};

/** Fields of every document: the system currency, its moved batches, and the true date of a prior-period adjustment. */
const OF_ALL = fields('system_currency_fk decimals true_date', MOVED_BATCHES);

export const heldData = ({ held }: Pick<Holding, 'held'>): Properties => ({ ...OF_ALL, ...held?.data });

export const heldSince = ({ held }: Pick<Holding, 'held'>, data: TSchema): Properties => ({
  ...fields('number'),
  ...held?.since?.(data),
});

/** Body and held fields of a document, for another document that stores a copy. */
export function heldCopy({ body, held }: Holding): TSchema {
  const { status: _asked, ...bodyFields } = propertiesOf(body);
  return Nullable(Type.Object(together(shownFields(bodyFields), shownFields(heldData({ held })))));
}

/** Documents that are paid from or into one account. */
export const HELD_MONEY: Held = { data: fields('account_type paid_amount paid_currency_fk') };

/** The same for documents that may be on account. */
export const HELD_OR_OWED: Held = { data: fields('account_type payment_terms_days paid_amount paid_currency_fk') };

/** When and from where an approved document is paid. */
export const PAID_FROM =
  'date time account_fk account_type paid_amount paid_currency_fk paid_rate money_amount payments_before';

/** The payment of an approved document, stored with a copy of the document under `name`. */
export const heldPayment =
  (name: string, more: Properties = {}) =>
  (data: TSchema) => ({
    payment: object(PAID_FROM, { ...more, [name]: data }),
  });

const ALLOCATED = 'document document_number date amount currency_fk used rounding open_amount left_over rate outlet_fk';
/** Fields of the payment of a remittance: to a supplier, against a payable account, in part, or in another currency. */
export const HELD_DELIVERY: Properties = fields(
  `supplier_fk ledger_account_fk foreign_value to_outlet_fk to_currency_fk
  received_amount rate missing_amount expense_type_fk`,
  {
    allocations: list(ALLOCATED),
  },
);
export const HELD_ALLOCATIONS = list(
  `outlet_fk customer_fk supplier_fk purchase_fk transaction_type currency_fk system_currency_fk rate_fk rate allocation_id
  transaction_date date time open_amount left_over standing`,
  { allocations: list(ALLOCATED) },
);

/** Fields of the documents that a settlement settles, on both sides. */
export const HELD_SETTLEMENT: Held = {
  data: { allocations: list(ALLOCATED), to_allocations: list(ALLOCATED) },
};

export const heldQuantities = () => list('line_id quantity unit_fk unit_factor');

const receiptFields = (more: Properties) =>
  fields('receipt date time', {
    before: heldQuantities(),
    after: heldQuantities(),
    named: list('line_id', NAMED_BATCHES),
    ...MOVED_BATCHES,
    ...more,
  });
export const heldReceipts = (more: Properties) => Nullable(Type.Array(Type.Object(receiptFields(more))));

/** Fields of lines of a sale, a receipt or an order. */
export const HELD_OF_PRICED_LINE = 'item_type unit_factor warranty_months';
/** Fields of the costs of a document. */
export const HELD_OF_COST = 'account_type decimals due_date paid_amount paid_currency_fk';

export const HELD_TRANSIT: Held = {
  data: fields('', { lines: list('unit_factor returned_before') }),
  since: () => ({
    receipts: heldReceipts({ missing: heldQuantities(), ...fields('charged_user_fk charged_amount') }),
    charges: list('charge_id date true_date charged_user_fk charged_amount reason standing reversed_date'),
  }),
};

export const HELD_MAKING: Held = {
  data: fields('is_counted_inside', {
    costs: list(HELD_OF_COST),
    lines: list('line_id role item_fk unit_fk unit_factor quantity share weight', NAMED_BATCHES),
  }),
};
