/**
 * The content of a printed document without any language: the answer of `GET r/{id}/paper`, and the data that a till builds for
 * its own receipt. Amounts and quantities are decimal strings, days `YYYY-MM-DD`.
 */
import { type Static, Type } from 'typebox';
import type { DeepReadonly } from '../schemas/checked.schema.ts';
import { Nullable, OneOf } from '../schemas/fields.schema.ts';
import { PAPER_KINDS } from './paper.ts';

const Text = () => Type.String();
const MaybeText = () => Type.Optional(Nullable(Type.String()));
const Texts = () => Type.Array(Type.String());

const Column = Type.Object({ field: Text(), kind: OneOf([...PAPER_KINDS]) });

/** The layout part of the paper's declaration (paper.ts) for the client. */
const Layout = Type.Object({
  name: Text(),
  /** Name of the title, if it is not `name`. */
  title: Type.Optional(Text()),
  table: Type.Optional(
    Type.Object({ columns: Type.Array(Column), further: Type.Optional(Type.Array(Column)) }, { title: 'PaperTable' }),
  ),
  goods: Type.Optional(Type.Array(Column)),
  signatures: Texts(),
  isReceipt: Type.Optional(Type.Boolean()),
  /** The shop's text for customers is printed below it. */
  isForCustomers: Type.Optional(Type.Boolean()),
});

export const PaperCurrencySchema = Type.Object({
  currency_fk: Type.Integer(),
  /** In the requested language. */
  currency_name: Text(),
  symbol: Text(),
  decimals: Type.Integer(),
});
export type PaperCurrency = DeepReadonly<Static<typeof PaperCurrencySchema>>;

const Value = Type.Object({ field: Text(), kind: OneOf([...PAPER_KINDS]), value: Text() });
const Fact = Type.Object({
  ...Value.properties,
  /** Of an amount that is not in the document's currency. */
  currency: Type.Optional(PaperCurrencySchema),
});
const Total = Type.Object({
  /** `gross`, `item_discount`, `invoice_discount`, `tax`, `delivery`, `rounding` */
  name: Text(),
  value: Text(),
  /** For a tax: `10`. */
  percent: Type.Optional(Text()),
});
/** Figures of a report listed below each other, grouped by currency; their labels are `paper:figures.<field>`. */
const Figures = Type.Object({
  currency: Type.Optional(PaperCurrencySchema),
  rows: Type.Array(Value),
});
const Payment = Type.Object({
  /** `cash`, `app`, `credit`, `exchange`, `advance` */
  method: Text(),
  amount: Text(),
  currency: Type.Optional(PaperCurrencySchema),
  /** Of money in another currency than the document's, and of an advance payment on an order in a foreign currency. */
  rate: MaybeText(),
  /** Of an advance payment. */
  date: MaybeText(),
});

const Line = Type.Record(Type.String(), Nullable(Type.String()));

/** Position in the log of the event that the paper documents (docs/seal.md). */
const Proof = Type.Object({
  position: Text(),
  /** The first 8 bytes of the event's hash, in hexadecimal: its mark in the seal. */
  mark: Text(),
});

export const PaperDocumentSchema = Type.Object(
  {
    layout: Layout,
    /** Null for a draft. */
    number: Nullable(Text()),
    status: Text(),
    date: Nullable(Text()),
    time: MaybeText(),
    currency: Type.Optional(PaperCurrencySchema),
    party: Type.Optional(
      Type.Object({
        /** The field with the party: `customer_fk`. */
        role: Text(),
        name: Text(),
        code: MaybeText(),
        address: MaybeText(),
        phones: Texts(),
      }),
    ),
    facts: Type.Array(Fact),
    /** By field name of the columns. */
    lines: Type.Array(Line),
    /** The goods of each line, in the order of the lines, and of all lines together. */
    line_goods: Type.Optional(Type.Array(Type.Array(Line))),
    goods: Type.Optional(Type.Array(Line)),
    totals: Type.Array(Total),
    figures: Type.Optional(Type.Array(Figures)),
    total: MaybeText(),
    payments: Type.Optional(Type.Array(Payment)),
    change: MaybeText(),
    /** What the rounding of cash adds to the total: total and rounding are the payments less the change. */
    cash_rounding: MaybeText(),
    paid: MaybeText(),
    /**
     * Costs beside the total, and the parts of the total: what returns and later discounts settled, what is not due yet,
     * and what will not come; null for none.
     */
    costs: MaybeText(),
    returned: MaybeText(),
    allowed: MaybeText(),
    not_due: MaybeText(),
    not_coming: MaybeText(),
    remaining: MaybeText(),
    note: MaybeText(),
    /** Content of the barcode when it is not the number: a receipt made offline. */
    code: MaybeText(),
    proof: Type.Optional(Proof),
  },
  { title: 'PaperDocument' },
);
export type PaperDocument = DeepReadonly<Static<typeof PaperDocumentSchema>>;
export type PaperLine = PaperDocument['lines'][number];
export type PaperParty = NonNullable<PaperDocument['party']>;

export const PaperBusinessSchema = Type.Object(
  {
    shop_name: Text(),
    shop_name_ar: MaybeText(),
    shop_name_ckb: MaybeText(),
    phones: Texts(),
    email: MaybeText(),
    address: MaybeText(),
    tax_number: MaybeText(),
    receipt_header: MaybeText(),
    receipt_footer: MaybeText(),
    /** `data:image/…`, at most 320 pixels wide and high. */
    logo: MaybeText(),
    outlet: Type.Optional(Type.Object({ name: Text(), address: MaybeText(), mobile: MaybeText() })),
  },
  { title: 'PaperBusiness' },
);
export type PaperBusiness = DeepReadonly<Static<typeof PaperBusinessSchema>>;

/** The stored templates of a paper, the default one first. */
const Templates = Type.Array(
  Type.Object(
    { print_template_id: Type.Integer(), template_name: Text() },
    { additionalProperties: true, title: 'PaperTemplate' },
  ),
);

/** The head of a paper without a document, and the templates of that paper. */
export const PaperHeadSchema = Type.Object(
  { ...PaperBusinessSchema.properties, templates: Templates },
  { title: 'PaperHead' },
);
export type PaperHead = DeepReadonly<Static<typeof PaperHeadSchema>>;

export const PaperAnswer = Type.Object(
  {
    /** Names of all papers of the document. */
    papers: Texts(),
    /** One document, or one for each row of its table: a slip for each person of a payroll. */
    documents: Type.Array(PaperDocumentSchema),
    business: PaperBusinessSchema,
    templates: Templates,
  },
  { title: 'Paper' },
);
export type PaperAnswer = DeepReadonly<Static<typeof PaperAnswer>>;
