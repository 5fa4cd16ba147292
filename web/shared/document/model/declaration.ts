/**
 * The declaration of a document's editor: its fields, its columns, the fields that an item fills, and its totals.
 * Everything else is equal for all documents.
 */

import type { RefundedBefore } from '../../../../domain/pricing/sale-return-totals.ts';
import type { ChartAccount } from '../../api/chart.ts';
import type { Row } from '../../api/list.ts';
import type { Tone } from '../../controls/status-chip.tsx';
import type { Me } from '../../session/session.ts';
import type { Draft, Fields, Value } from './draft.ts';
import type { StandingPiece } from './goods/standing-pieces.ts';
import type { KnownTrade } from './goods/traded.ts';

export type FieldKind =
  | 'lookup'
  /** One of the units of the line's item. */
  | 'unit'
  /** One of the accounts of the chart. */
  | 'account'
  | 'choice'
  | 'quantity'
  /** An integer: 36 months. */
  | 'whole'
  | 'amount'
  | 'rate'
  | 'percent'
  | 'discount'
  | 'date'
  /** The time of a day, which is not typed. */
  | 'time'
  | 'text'
  /** The batches of the line's goods, as model/batches.ts packs them. */
  | 'batches';

export interface OtherList {
  readonly path: string;
  /** In a line. */
  readonly hint?: (row: Row) => string | undefined;
}

export interface FieldDeclaration<Name extends string = string> {
  /** Name in the API's body, and for the label. */
  readonly field: Name;
  readonly kind: FieldKind;
  /** Key of another label, which may depend on the header. */
  readonly label?: string | ((header: Fields) => string);
  /** `lookup` */
  readonly resource?: string;
  /** `lookup`: filters the list, for example cash accounts of the document's or the line's currency. */
  readonly filter?: (header: Fields, line: Fields) => Readonly<Record<string, string>>;
  /** `lookup`: another endpoint than `{resource}/list`, and the texts that it shows beside names. */
  readonly list?: (header: Fields) => OtherList | undefined;
  /** `choice` */
  readonly options?: readonly string[];
  /** `choice`: key of the text for no choice; without it a choice is required. */
  readonly none?: string;
  /** `amount`: field of the header with its currency; default that of the document. */
  readonly currencyField?: string;
  /** Options that need a permission. */
  readonly permissions?: Readonly<Record<string, string>>;
  readonly required?: boolean | ((header: Fields, line: Fields) => boolean);
  /** Hidden fields are sent empty. */
  readonly shown?: (header: Fields, line: Fields) => boolean;
  /** `account`: the selectable accounts. */
  readonly accepts?: (account: ChartAccount) => boolean;
  /** Neither typed nor sent: derived from other fields for display. */
  readonly derived?: (header: Fields) => Value;
  /** `rate`: the rate that a typed value can be stored as, for the document's day. */
  readonly keeps?: (header: Fields) => 'in' | 'out';
  /** The values for the document's day, until a person types others; undefined leaves them unchanged. */
  readonly ofDay?: (header: Fields, line: Fields) => Fields | undefined;
  /** Further fields that a choice fills; `row` is the chosen row of the look-up. */
  readonly fills?: (chosen: unknown, header: Fields, line: Fields) => Fields;
  /** `lookup`: further fields that are cleared with it. */
  readonly empties?: Fields;
}

/** Neither typed nor sent: its name need not be a field of the body. */
export interface ShownField extends FieldDeclaration {
  readonly derived: NonNullable<FieldDeclaration['derived']>;
}

export interface ColumnDeclaration<Name extends string = string> extends FieldDeclaration<Name> {
  /** Grid track: `minmax(220px, 1fr)`, `96px`. */
  readonly width: string;
  /** Read-only: computed with the line's totals. */
  readonly computed?: boolean;
  /** Read-only and never sent: a value that a return copies from its sale. */
  readonly fixed?: boolean;
  /** Read-only: a quantity in base units, shown in the units of the line's item (docs/decisions/0199). */
  readonly isInBase?: true;
  /** Hidden until a line has a value, or the person chooses the column. */
  readonly optional?: true;
  /** `optional`: whether a line needs the column. */
  readonly usedBy?: (line: Fields) => boolean;
  /** `batches`: new batches may be added. */
  readonly addsBatches?: true;
  /** `batches`: goods are counted, and this says where a piece with a serial number stands at the moment of the count. */
  readonly piecesAt?: (header: Fields, number: string) => Promise<readonly StandingPiece[]>;
  /** Visible only with this permission. */
  readonly permission?: string;
  /** Shows facts about the item below the cell while it is edited. */
  readonly hinted?: true;
}

/** A row of the totals; amounts are decimal strings in the document's currency. */
export interface TotalRow {
  /** Key of the label. */
  readonly label: string;
  readonly value: string;
  /** Parameters of the label. */
  readonly params?: Readonly<Record<string, string>>;
  /** Also shown when zero. */
  readonly always?: boolean;
}

export interface ShownTotals {
  /** Values of the computed column, by line key. */
  readonly lines: ReadonlyMap<number, string>;
  /** Values of further computed columns, by field. */
  readonly columns?: Readonly<Record<string, ReadonlyMap<number, string>>>;
  /** By line key, for users who see costs: the cost of one unit in the document's currency, and the margin. */
  readonly margins?: ReadonlyMap<number, Margin>;
  readonly rows: readonly TotalRow[];
  readonly total: string;
  /** No totals: costing determines the value. */
  readonly untotalled?: boolean;
  /** Key of another name for the total, for example the debits of a journal. */
  readonly totalLabel?: string;
}

export interface Margin {
  readonly unitCost: string;
  /** Percent of the line's net amount; undefined when that is zero. */
  readonly percent: string | undefined;
}

/** A message key and its amounts, as decimal strings. */
export interface Limit {
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface TransitionDeclaration {
  readonly name: string;
  /** Without the resource. */
  readonly permission: string;
  /** A further permission that it needs, with its resource. */
  readonly also?: string;
  /** Asks for a reason first. */
  readonly reasoned?: boolean;
  /** With the reason, a day of its own may be named: later than that of the document. */
  readonly dated?: true;
  readonly dangerous?: boolean;
  /** Asks for the total quantity of each line. */
  readonly quantities?: boolean;
}

/** The data of a chosen or scanned item: its record, as the API returns it. */
export type ItemRow = Readonly<Record<string, unknown>>;

export interface EditorDeclaration {
  /** Endpoint, and resource of permissions. */
  readonly resource: string;
  /** Address of the list; documents are below it. */
  readonly path: string;
  /** Keys of titles. */
  readonly title: string;
  readonly newTitle: string;
  /** Fields of the top row. */
  readonly header: readonly FieldDeclaration[];
  /** Fields of the side panel. */
  readonly details: readonly FieldDeclaration[];
  /** Header fields that may name the source document or the party: local drafts are separate for each of them. */
  readonly origin?: string | readonly string[];
  /** Empty for a document without lines (an expense, a payment). */
  readonly columns: readonly ColumnDeclaration[];
  /** Hidden fields that are sent back unchanged. */
  readonly carried?: {
    readonly header?: readonly string[];
    readonly lines?: readonly string[];
    readonly costs?: readonly string[];
    /** Line fields that are never sent back: amounts determined by the server. */
    readonly given?: readonly string[];
  };
  /** Whether a line counts; default when it has an item. */
  readonly isUsed?: (line: Fields) => boolean;
  /** The completing transition, when it is not `complete`. */
  readonly completion?: Completion;
  /** Conversion of the API's sections, when they are not `lines`. */
  readonly wire?: Wire;
  /** Tills create it; it is read-only here. */
  readonly madeElsewhere?: boolean;
  /** There are no drafts on the server: creating it completes it. */
  readonly noDraft?: boolean;
  /** What it opens is of before the books: the terms of its parties are those of now. */
  readonly isOfOpening?: true;
  readonly costs?: readonly ColumnDeclaration[];
  /** Names of the id fields of lines and costs in the bodies. */
  readonly identity: { readonly lines: string; readonly costs?: string };
  readonly blankLine: Fields;
  readonly blankCost?: (header: Fields) => Fields;
  readonly newHeader: (context: NewContext) => Fields;
  /** The fields of a line for an item: unit, price, tax. `unit` belongs to a scanned barcode. */
  readonly lineOf: (item: ItemRow, header: Fields, unit?: number) => Fields;
  /** Reads what lines of such a header propose besides their items, before these are proposed for another day. */
  readonly readsOfDay?: (header: Fields) => Promise<unknown>;
  /** The kind of party: shows this party's last prices, and stock and prices while items are chosen. */
  readonly trades?: 'customer' | 'supplier';
  /** `{resource}/{id}/costs` returns the cost of goods of a posted document. */
  readonly hasBookedCosts?: true;
  /** The price shown while an item is chosen, for its default unit; empty when unknown. */
  readonly offeredAt?: (item: ItemRow, header: Fields) => Value;
  readonly totals: (draft: Draft, header: HeaderFacts) => ShownTotals;
  /** Limits that the server would enforce on lines, by place name; not for users with `permission`. */
  readonly limits?: {
    readonly permission: string;
    readonly find: (draft: Draft, decimals: number) => ReadonlyMap<string, Limit>;
  };
  readonly transitions: readonly TransitionDeclaration[];
  /**
   * Tones of statuses that differ from the usual: an approved count is final, an approved payroll is still to be paid.
   */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Lines come from another document (a return): no manual adding. */
  readonly fixedLines?: boolean;
}

export interface Completion {
  readonly transition: string;
  /** The status in a body that creates and completes in one command; without it the draft is saved first. */
  readonly status?: string;
}

export const COMPLETE: Completion = { transition: 'complete', status: 'complete' };

/** Key of the sentence that tells that it is done: an order is confirmed, a count is approved. */
export function completedKey({ completion = COMPLETE }: Pick<EditorDeclaration, 'completion'>): string {
  const { transition } = completion;
  return transition === COMPLETE.transition ? 'document:completed' : `document:done_by.${transition}`;
}

type Data = Readonly<Record<string, unknown>>;

/** Converts between lines of the screen and sections of the API. */
export interface Wire {
  readonly send: (body: Data) => Data;
  readonly read: (data: Data) => Data;
  /** `cashes.0.amount` → `lines.2.debit`: the screen field for an error of the API; `body` as given to `send`. */
  readonly place?: (path: string, body: Data) => string;
}

export interface NewContext {
  readonly me: Me;
  readonly today: string;
}

/** Further input of totals. */
export interface HeaderFacts {
  readonly systemCurrency: number;
  /** Cash in dinars is rounded to this step; null means no rounding. */
  readonly roundingStep: string | null;
  /**
   * Decimals of the document's currency: every amount is a multiple of its smallest unit. Four for old documents
   * without the field.
   */
  readonly decimals: number | undefined;
  readonly traded?: KnownTrade;
  /** In the system currency, by line id: the cost of goods of a posted document. */
  readonly costs?: ReadonlyMap<number, string> | undefined;
  /** The lines as the server has stored them, by line key. */
  readonly stored?: ReadonlyMap<number, Fields>;
  readonly seesCost?: boolean;
  /** Of a return: the refunds of its sale so far. */
  readonly refundedBefore?: RefundedBefore | undefined;
}

export function isRequired(field: FieldDeclaration, header: Fields, line: Fields): boolean {
  return typeof field.required === 'function' ? field.required(header, line) : field.required === true;
}

/** True when its person has to begin with a first line. */
export function needsLine({ columns, fixedLines }: EditorDeclaration, { lines }: Draft): boolean {
  return columns.length > 0 && !fixedLines && lines.length === 0;
}

export function isShown(field: FieldDeclaration, header: Fields, line: Fields = header): boolean {
  return field.shown?.(header, line) ?? true;
}
