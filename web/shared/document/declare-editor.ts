/** Creates the editor declaration of a kind of document from its differences to the usual one. */
import { editorOf } from './document-names.ts';
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
import type { FieldDeclaration } from './model/declaration.ts';
import type { Draft } from './model/draft.ts';
import { DRAFTED_TRANSITIONS } from './model/usual-transitions.ts';
import type { ScreenDeclaration } from './screen-declaration.ts';

const amountField: FieldDeclaration = { field: 'amount', kind: 'amount', required: true };

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

/** A field declaration, or the name of a usual field. */
export type Field = keyof typeof FIELDS | FieldDeclaration;

export const fieldOf = (declared: Field): FieldDeclaration =>
  typeof declared === 'string' ? FIELDS[declared] : declared;

type Named = 'resource' | 'path' | 'title' | 'newTitle';

export interface OwnEditor extends Partial<Omit<ScreenDeclaration, Named | 'header' | 'details'>> {
  readonly header: readonly Field[];
  readonly details?: readonly Field[];
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

export const declareEditor = (resource: string, { header, details = [], ...own }: OwnEditor): ScreenDeclaration => ({
  ...editorOf(resource),
  ...USUAL,
  ...own,
  header: header.map(fieldOf),
  details: details.map(fieldOf),
});
