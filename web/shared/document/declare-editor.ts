/** Creates the editor declaration of a kind of document from its differences to the usual one. */
import type { DocumentBodies } from '../../../domain/registry/documents.ts';
import { editorOf } from './document-names.ts';
import { withProposedDues } from './fields/due-day.ts';
import {
  accountField,
  amountOf,
  dateField,
  discountField,
  inventoryField,
  newHeader,
  noteField,
  outletField,
  paymentTypeField,
  referenceField,
  roundedDiscountField,
  toInventoryField,
  toOutletField,
} from './fields/usual-fields.ts';
import type { ColumnDeclaration, FieldDeclaration, ShownField } from './model/declaration.ts';
import type { Draft } from './model/draft.ts';
import { DRAFTED_TRANSITIONS } from './model/usual-transitions.ts';
import type { ScreenDeclaration } from './screen-declaration.ts';

export const amountField: FieldDeclaration<'amount'> = { field: 'amount', kind: 'amount', required: true };

const FIELDS = {
  account_fk: accountField,
  amount: amountField,
  date: dateField,
  discount: discountField,
  inventory_fk: inventoryField,
  note: noteField,
  outlet_fk: outletField,
  payment_type: paymentTypeField,
  reference_number: referenceField,
  rounded_discount: roundedDiscountField,
  to_inventory_fk: toInventoryField,
  to_outlet_fk: toOutletField,
} as const;

/** Fields that the body of the document has; a field of any of them for several documents. */
export type HeaderField<Resource extends keyof DocumentBodies> = Resource extends keyof DocumentBodies
  ? keyof DocumentBodies[Resource] & string
  : never;

type NameIn<Line> = Line extends object ? keyof Line & string : never;
type NameInLists<Body> = {
  readonly [Name in keyof Body]-?: NonNullable<Body[Name]> extends readonly (infer Line)[] ? NameIn<Line> : never;
}[keyof Body];

/** Fields of the lists of the body: of its lines, and of its costs. */
export type LineField<Resource extends keyof DocumentBodies> = Resource extends keyof DocumentBodies
  ? NameInLists<DocumentBodies[Resource]>
  : never;

/**
 * What the editor of a document whose lines name batches has to say: which column has them. The goods of opening balances have
 * an editor beside that of the accounts.
 */
type OfBatches<Resource extends keyof DocumentBodies> =
  'batches' extends LineField<Exclude<Resource, 'opening_balances'>>
    ? { readonly batches: ColumnDeclaration<'batches'> }
    : unknown;

/** What is said of a line as a whole, or of its one batch, stands behind its batches. */
const LAST: readonly string[] = ['expire_date', 'unit_cost', 'note', 'line_total'];

/** The columns with that of the batches, which has the same place in every document. */
export function withBatches<Name extends string>(
  columns: readonly ColumnDeclaration<Name>[],
  batches: ColumnDeclaration<'batches'>,
): readonly ColumnDeclaration<Name | 'batches'>[] {
  const end = columns.findLastIndex(({ field }) => !LAST.includes(field)) + 1;
  return [...columns.slice(0, end), batches, ...columns.slice(end)];
}

/** A field declaration, or the name of a usual field. */
export type Field<Name extends string = string> =
  | Extract<keyof typeof FIELDS, Name>
  | FieldDeclaration<Name>
  | ShownField;

/** The columns that are computed or copied are never sent, so that their names need not be fields of the body. */
export type Column<Name extends string = string> =
  | ColumnDeclaration<Name>
  | (ColumnDeclaration & ({ readonly computed: true } | { readonly fixed: true }));

const fieldOf = (declared: keyof typeof FIELDS | FieldDeclaration): FieldDeclaration =>
  typeof declared === 'string' ? FIELDS[declared] : declared;

type Named = 'resource' | 'path' | 'title' | 'newTitle';

export interface OwnEditor<Header extends string = string, Line extends string = string>
  extends Partial<Omit<ScreenDeclaration, Named | 'header' | 'details' | 'columns' | 'costs'>> {
  readonly header: readonly Field<Header>[];
  readonly details?: readonly Field<Header>[];
  readonly columns?: readonly Column<Line>[];
  readonly costs?: readonly Column<Line>[];
}

/** Defaults for an editor without lines: it has drafts, and its total is its amount. */
const USUAL = {
  columns: [],
  identity: { lines: 'line_id' },
  blankLine: {},
  lineOf: () => ({}),
  newHeader,
  totals: ({ header }: Draft) => ({ lines: new Map(), rows: [], total: amountOf(header['amount']) }),
  transitions: DRAFTED_TRANSITIONS,
} as const satisfies Partial<ScreenDeclaration>;

/**
 * Its fields and columns are those of the body, which the resource determines. `More` are fields that only the screen
 * has, and that its `wire` converts.
 */
export function declareEditor<Resource extends keyof DocumentBodies, More extends string = never>(
  resource: Resource,
  own: OwnEditor<HeaderField<Resource> | More, LineField<Resource> | More> & OfBatches<Resource>,
): ScreenDeclaration;
export function declareEditor(
  resource: string,
  { header, details = [], columns = USUAL.columns, batches, ...own }: OwnEditor & Partial<OfBatches<'sales'>>,
): ScreenDeclaration {
  return withProposedDues({
    ...editorOf(resource),
    ...USUAL,
    ...own,
    columns: batches ? withBatches(columns, batches) : columns,
    header: header.map(fieldOf),
    details: details.map(fieldOf),
  });
}
