/**
 * What a document holds besides what its body says: facts that the server adds to what was entered, and what happened to
 * the document since. A declaration names these fields (`held`) for the API document; a test holds them against the
 * golden samples and against what the API answers.
 */

import { type TSchema, Type } from 'typebox';
import { Nullable } from './fields.schema.ts';
import { fields, list, object, shownFields, together } from './held-fields.schema.ts';
import { propertiesOf } from './schema-parts.ts';

type Properties = Readonly<Record<string, TSchema>>;

export interface Held {
  /** Beside the body, in it and in its lists. */
  readonly data?: Properties;
  /** What happened since; `data` is the document's own data, of which a payment holds a copy. */
  readonly since?: (data: TSchema) => Properties;
}

interface Holding {
  readonly body: TSchema;
  readonly held?: Held | undefined;
}

/** Which batches an event moved. */
export const MOVED_BATCHES: Properties = {
  batches: list('move_line_id batch_number expire_date quantity is_expired'),
};

/** What every document has of its books' currency, which batches it moved, and what a prior-period adjustment says of its day. */
const OF_ALL = fields('system_currency_fk decimals true_date', MOVED_BATCHES);

export const heldData = ({ held }: Pick<Holding, 'held'>): Properties => ({ ...OF_ALL, ...held?.data });

export const heldSince = ({ held }: Pick<Holding, 'held'>, data: TSchema): Properties => ({
  ...fields('number'),
  ...held?.since?.(data),
});

/** What a document says and holds, as another keeps a copy of it. */
export function heldCopy({ body, held }: Holding): TSchema {
  const { status: _asked, ...said } = propertiesOf(body);
  return Nullable(Type.Object(together(shownFields(said), shownFields(heldData({ held })))));
}

/** Documents whose money comes out of one account, or goes into it. */
export const HELD_MONEY: Held = { data: fields('account_type') };

/** The payment of an approved document, which holds a copy of it under this name. */
export const heldPayment =
  (name: string, more: Properties = {}) =>
  (data: TSchema) => ({
    payment: object('date time account_fk account_type', { ...more, [name]: data }),
  });

const ALLOCATED = 'document document_number date amount rounding open_amount rate outlet_fk';
/** Of a payment that a supplier or a payable account is given. */
export const HELD_DELIVERY: Properties = fields('supplier_fk ledger_account_fk', { allocations: list(ALLOCATED) });
export const HELD_ALLOCATIONS = list(
  `outlet_fk customer_fk supplier_fk purchase_fk transaction_type currency_fk system_currency_fk rate_fk rate allocation_id
  transaction_date date time open_amount standing`,
  { allocations: list(ALLOCATED) },
);

export const heldQuantities = () => list('line_id quantity');

const receiptFields = (more: Properties) =>
  fields('receipt date time', { before: heldQuantities(), after: heldQuantities(), ...MOVED_BATCHES, ...more });
export const heldReceipts = (more: Properties) => Nullable(Type.Array(Type.Object(receiptFields(more))));

/** Of the lines of a sale, a receipt or an order. */
export const HELD_OF_PRICED_LINE = 'item_type unit_factor';
/** Of the costs beside a document. */
export const HELD_OF_COST = 'account_type decimals';

export const HELD_TRANSIT: Held = {
  data: fields('', { lines: list('unit_factor returned_before') }),
  since: () => ({ receipts: heldReceipts({ missing: heldQuantities() }) }),
};

export const HELD_MAKING: Held = {
  data: fields('', {
    costs: list(HELD_OF_COST),
    lines: list('line_id role item_fk unit_fk unit_factor quantity share weight'),
  }),
};
