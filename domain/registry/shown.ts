/**
 * The types of what the API shows of records and documents, by the schemas of their bodies: `answers.schema.ts` makes the
 * schemas of these answers.
 */

import type { ClosedBooks, YearClose, YearCloseState } from '../ledger/year-close.ts';
import type { Purchase } from '../purchasing/purchase-events.ts';
import type { CompletePurchase } from '../purchasing/purchase-state.ts';
import type { CountRoundState } from '../stock/count-round.ts';
import type { CountCompleted, CountedRound } from '../stock/count-round-events.ts';
import type { LISTED } from './answers.schema.ts';
import type { RecordBodies } from './declared-records.ts';
import type { DocumentBodies } from './documents.ts';

type NameBeside<Field> = Field extends `${infer What}_fk`
  ? `${What}_name`
  : Field extends 'document'
    ? 'document_number'
    : never;

/** Every field may be missing, because what is stored may be older than the field; each reference has its name beside it. */
export type Shown<Value> = Value extends readonly (infer Entry)[]
  ? readonly Shown<Entry>[]
  : Value extends object
    ? { readonly [Field in keyof Value]?: Shown<Value[Field]> } & {
        readonly [Field in keyof Value as NameBeside<Field>]?: string | null;
      }
    : Value;

/** What every record and document has. */
export type Stored = { readonly id: number; readonly revision: number; readonly created_at?: string | null };

/** What every document has besides its own fields. */
type StoredDocument = Stored & { readonly status: string; readonly number: string | null };
/** Alone it tells the transitions that are possible now. */
type DocumentAlone = StoredDocument & { readonly possible: readonly string[] };

/** The common columns of documents, by their names: numbers of records, and texts. */
type Words<Text> = Text extends `${infer First} ${infer Rest}`
  ? Words<First> | Words<Rest>
  : Text extends `${infer First}\n${infer Rest}`
    ? Words<First> | Words<Rest>
    : Text extends ''
      ? never
      : Text;
type ListedColumns = {
  readonly [Column in Words<typeof LISTED> & string]?: (Column extends `${string}_fk` ? number : string) | null;
};
type Plain<Body> = {
  readonly [Field in keyof Body as NonNullable<Body[Field]> extends object ? never : Field]: Body[Field];
};
type Own<Resource extends keyof DocumentBodies> = Omit<DocumentBodies[Resource], 'status' | keyof ListedColumns>;

/** The names beside the references, in what is shown as it is stored. */
type WithNames<Value> = Value extends readonly (infer Entry)[]
  ? readonly WithNames<Entry>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: WithNames<Value[Field]> } & {
        readonly [Field in keyof Value as NameBeside<Field>]?: string | null;
      }
    : Value;

/** Documents whose screens read what later events added to them. */
interface Kept {
  /** One in force: a draft has neither receipts nor later costs. */
  readonly purchases: Purchase & Omit<CompletePurchase, 'purchase' | 'number'>;
  readonly count_rounds: CountedRound & {
    readonly status: Exclude<CountRoundState['status'], 'none'>;
    readonly completed?: CountCompleted | null;
  };
  readonly year_closes: YearClose & {
    readonly status: Exclude<YearCloseState['status'], 'none'>;
    /** Balances and differences are costs, which not everybody may see. */
    readonly books?: { readonly [Field in keyof ClosedBooks]: ClosedBooks[Field] | HiddenCost<Field> };
  };
}
type HiddenCost<Field> = Field extends 'balances' | 'differences' ? null : never;

/** Answers by their path: `sales/:id`. */
export type ShownDocuments = {
  readonly [Resource in keyof DocumentBodies as `${Resource}/:id`]: DocumentAlone &
    (Resource extends keyof Kept ? WithNames<Kept[Resource]> : ListedColumns & Shown<Own<Resource>>);
};
export type ShownRecords = {
  readonly [Resource in keyof RecordBodies as `${Resource}/:id`]: Stored & WithNames<RecordBodies[Resource]>;
};

/** Rows of lists by their path: `sales`, and `items/list` for a field that names one. */
export type ListedDocuments = {
  readonly [Resource in keyof DocumentBodies as Resource | `${Resource}/list`]: StoredDocument &
    ListedColumns &
    Shown<Plain<Own<Resource>>>;
};
export type ListedRecords = {
  readonly [Resource in keyof RecordBodies as Resource | `${Resource}/list`]: Stored & Shown<RecordBodies[Resource]>;
};
