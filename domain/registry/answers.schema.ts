/**
 * Schemas of API answers for records and documents, derived from their declarations: the fields of the body with their
 * present values, the fields that the server adds, and the names of references. Each is a component of the API
 * document.
 */

import { type TSchema, Type } from 'typebox';
import type { DocumentDeclaration } from '../documents/document.ts';
import { stepFields } from '../documents/document-steps.ts';
import type { RecordDeclaration } from '../records/record.ts';
import { hasNamesByLanguage } from '../records/record-name.ts';
import { Nullable } from '../schemas/fields.schema.ts';
import { heldData, heldSince } from '../schemas/held.schema.ts';
import { fields, list, shownFields, together, typeOfField } from '../schemas/held-fields.schema.ts';
import { alternativesOf, propertiesOf } from '../schemas/schema-parts.ts';
import { kindWords } from '../values/kind-words.ts';
import { membersOf } from '../values/members.ts';

type Properties = Record<string, TSchema>;

const bodyOf = (schema: TSchema): Readonly<Properties> => propertiesOf(schema);

/** Time and user of the entry and of the last change. */
const ENTERED = fields('created_at updated_at created_by_fk updated_by_fk');
const REVISION = { revision: Type.Integer() };

/** The answer of a dry run; costs and balances only for users who may see them. */
export const Preview = Type.Object(
  {
    events: Type.Array(Type.Object({ type: Type.String(), v: Type.Integer(), data: Type.Unknown() })),
    effective_date: Nullable(Type.String({ 'x-date': true })),
    journal: Type.Array(
      Type.Object(
        fields(`account_key account_record party item_fk debit credit currency_fk foreign_amount rate`, {
          account_number: Type.Integer(),
          effective_date: Type.String({ 'x-date': true }),
        }),
      ),
    ),
    movements: Type.Array(Type.Object(fields('item_fk item_name inventory_fk quantity estimated_cost'))),
    balances: Type.Array(Type.Object({ key: Type.String(), before: Type.String(), after: Type.String() })),
  },
  { title: 'Preview' },
);

/** Fields that only the answer of a command has. */
const ANSWERED = {
  /** Documents that the command created in addition. */
  made: Type.Optional(
    Type.Array(Type.Object(fields('document document_kind document_id number'), { title: 'MadeDocument' })),
  ),
  /** True when the command was stored before and this is its stored answer. */
  repeated: Type.Optional(Type.Boolean()),
  preview: Type.Optional(Preview),
};

/** Additional fields of these kinds, such as figures. */
const BESIDE: Readonly<Record<string, Properties>> = {
  customer: partyFigures(),
  supplier: partyFigures(),
  cash: fields('balance balance_base'),
  collection: fields('stock cost', { in_units: list('unit_fk unit_name quantity') }),
  fixed_asset: fields('asset_state cost book_value'),
  mobile_section: { place: Type.Optional(Nullable(Type.Integer())) },
  brand: fields('brand_made_in'),
  item: {
    category_path: Type.Optional(Type.Array(Type.Integer())),
    ...fields('stock available_stock average_cost expire_date', { batches: list('expire_date quantity') }),
  },
  user: fields('has_pin'),
  till: {
    ...fields('number_prefix device enrolled_at seen_at oldest_at version told_at'),
    waiting: count(),
    refused: count(),
    missing: count(),
    has_update: Type.Optional(Nullable(Type.Boolean())),
  },
};

function count(): TSchema {
  return Type.Optional(Nullable(Type.Integer()));
}

function partyFigures(): Properties {
  return {
    account_fk: Type.Optional(Type.Integer()),
    ...fields('pending_amount', { balances: list('currency_fk currency_name amount base') }),
  };
}

const made = new Map<string, TSchema>();

/** Caches the schema by title, because a resource uses it in several operations. */
function once(title: string, make: (title: string) => TSchema): TSchema {
  const answer = made.get(title) ?? make(title);
  made.set(title, answer);
  return answer;
}

/** A record as all answers contain it; fields of only some answers are optional. */
export const recordAnswer = (declaration: RecordDeclaration): TSchema =>
  once(kindWords(declaration).one, (title) => makeRecord(declaration, title));

function makeRecord(declaration: RecordDeclaration, title: string): TSchema {
  const { schema, secretFields: apart, kind, idField, nameField } = declaration;
  const own = shownFields({ ...bodyOf(schema), ...(apart ? bodyOf(apart) : {}) });
  return Type.Object(
    {
      id: Type.Integer(),
      [idField]: Type.Integer(),
      ...REVISION,
      is_retired: Type.Optional(Type.Boolean()),
      ...own,
      ...(hasNamesByLanguage(declaration) ? fields(`${nameField}_en shown_name`) : {}),
      ...shownFields(ENTERED),
      ...BESIDE[kind],
      ...ANSWERED,
    },
    { title },
  );
}

/** Columns of every list of documents. */
export const LISTED = `number date outlet_fk inventory_fk party currency_fk rate payment_type gross discount tax net total
  total_base unpaid paid payment_status received_status reference_number note customer_fk supplier_fk loss_amount`;

/** Columns of documents that are owed. */
const OWED = fields('due_date remaining costs_amount returned_amount allowed_amount not_due_amount not_coming_amount');
/** A document that changed the open amount; without its name when the user may not see it. */
export const PaymentOf = Type.Object(
  {
    document: Nullable(Type.String()),
    document_kind: Nullable(Type.String()),
    document_id: Nullable(Type.Integer()),
    number: Nullable(Type.String()),
    date: Type.String(),
    /** The settled amount, in the currency of the owed document. */
    amount: Type.String(),
  },
  { title: 'PaymentOfDocument' },
);
export const ReturnOf = Type.Object(
  {
    document: Type.String(),
    document_kind: Type.String(),
    document_id: Type.Integer(),
    number: Nullable(Type.String()),
    date: Type.String(),
    status: Type.String(),
    payment_type: Nullable(Type.String()),
    amount: Type.String(),
  },
  { title: 'ReturnOfDocument' },
);
const SETTLED = { payments: Type.Optional(Type.Array(PaymentOf)), returns: Type.Optional(Type.Array(ReturnOf)) };

/** A document as returned alone and by its commands. */
export const documentAnswer = (declaration: DocumentDeclaration): TSchema =>
  once(kindWords(declaration).one, (title) =>
    Type.Object(
      {
        ...identity(declaration),
        ...shownFields(fields(LISTED)),
        ...(declaration.owed ? { ...OWED, ...SETTLED } : {}),
        ...alone(dataOf(declaration)),
        ...ANSWERED,
      },
      { title },
    ),
  );

/** `inventory_fk` of a recalculation is a list; the common column of all documents is not. */
function alone({ inventory_fk, ...data }: Properties): Properties {
  if (inventory_fk === undefined) return data;
  return { ...data, inventory_fk: Type.Optional(Type.Union([inventory_fk, Type.Integer(), Type.Null()])) };
}

/** A line of a listed document. A line of several batches has a row for each; only the first row has its quantities. */
const ListedLine = Type.Object(
  {
    line_id: Type.Integer(),
    item_fk: Type.Integer(),
    ...fields('item_name unit_name quantity bonus_quantity price batch_number expire_date'),
    /** Base units of the batch. */
    of_batch: Nullable(Type.String()),
  },
  { title: 'ListedLine' },
);

/** A document in a list: without its own lists except pictures; `discount` is an amount. */
export const documentRowAnswer = (declaration: DocumentDeclaration): TSchema =>
  once(`${kindWords(declaration).one}Row`, (title) => makeRow(declaration, title));

function makeRow(declaration: DocumentDeclaration, title: string): TSchema {
  const own = Object.entries(dataOf(declaration)).flatMap(([name, schema]): [string, TSchema][] => {
    if (name === 'attachments' || isPlain(schema)) return [[name, schema]];
    // An empty optional object is null in a list.
    return mayBeNull(schema) ? [[name, Type.Optional(Type.Null())]] : [];
  });
  return Type.Object(
    {
      ...identity(declaration),
      ...Object.fromEntries(own),
      ...shownFields(fields(LISTED)),
      /** Only for drawers. Amounts are in the system currency; Both are null until the drawer is closed, the first one only for whoever counts it blind. */
      removed_lines: Type.Optional(Type.Integer()),
      receipts: Type.Optional(Type.Integer()),
      sold: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      difference: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      /** Only for purchase returns: days since the goods were sent whose credit is awaited. */
      days_waiting: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      /** Only for receipts. */
      returned_amount: Type.Optional(Type.String()),
      cashier_code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      /** Only with `with_lines=1`. */
      lines: Type.Optional(Type.Array(ListedLine)),
      ...(declaration.owed ? OWED : {}),
    },
    { title },
  );
}

function identity({ kind, steps }: DocumentDeclaration): Properties {
  return {
    ...shownFields(fields(stepFields(steps).join(' '))),
    id: Type.Integer(),
    [`${kind}_id`]: Type.Integer(),
    ...REVISION,
    status: Type.String(),
    possible: Type.Optional(Type.Array(Type.String())),
    discount_amount: typeOfField('discount_amount'),
    ...shownFields(ENTERED),
  };
}

function dataOf({ body, held }: DocumentDeclaration): Properties {
  const { status: _asked, ...given } = bodyOf(body);
  const data = together(shownFields(given), shownFields(heldData({ held })));
  const { attachments: _pictures, ...copied } = data;
  return together(data, shownFields(heldSince({ held }, Nullable(Type.Object(copied)))));
}

const mayBeNull = (schema: TSchema): boolean =>
  alternativesOf(schema)?.some((one) => membersOf(one)['type'] === 'null') ?? false;

function isPlain(schema: TSchema): boolean {
  const { type } = membersOf(schema);
  return alternativesOf(schema)?.every(isPlain) ?? (type !== 'array' && type !== 'object');
}
