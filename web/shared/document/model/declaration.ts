/**
 * What a kind of document says about its editor: its fields, its columns, what choosing an item fills in, and
 * how it is added up. Everything else is the same for all documents.
 */
import type { ChartAccount } from '../../api/chart.ts';
import type { Row } from '../../api/list.ts';
import type { Tone } from '../../controls/status-chip.tsx';
import type { Me } from '../../session/session.ts';
import type { Draft, Fields, Value } from './draft.ts';
import type { KnownTrade } from './traded.ts';

export type FieldKind =
  | 'lookup'
  /** One of the units of the line's item. */
  | 'unit'
  /** One of the accounts of the chart. */
  | 'account'
  | 'choice'
  | 'quantity'
  /** A count: 36 months. */
  | 'whole'
  | 'amount'
  | 'rate'
  | 'percent'
  | 'discount'
  | 'date'
  | 'text'
  /** The batches of the line's goods, as model/batches.ts packs them. */
  | 'batches';

export interface OtherList {
  readonly path: string;
  readonly hint: (row: Row) => string | undefined;
}

export interface FieldDeclaration {
  /** As in the API's body; the label is that of the field. */
  readonly field: string;
  readonly kind: FieldKind;
  /** Key of another label than the field's own. */
  readonly label?: string;
  /** `lookup` */
  readonly resource?: string;
  /** `lookup`: narrows the list: cash accounts of the document's currency, or of the line's. */
  readonly filter?: (header: Fields, line: Fields) => Readonly<Record<string, string>>;
  /** `lookup`: another list of the same records than `{resource}/list`, and what it says beside their names. */
  readonly list?: (header: Fields) => OtherList | undefined;
  /** `choice` */
  readonly options?: readonly string[];
  /** `choice`: key of the words of no choice; without it one must be made. */
  readonly none?: string;
  /** Options that are offered only with this permission. */
  readonly permissions?: Readonly<Record<string, string>>;
  readonly required?: boolean | ((header: Fields, line: Fields) => boolean);
  /** Fields that are not shown are sent empty. */
  readonly shown?: (header: Fields, line: Fields) => boolean;
  /** `account`: which of them may be chosen. */
  readonly accepts?: (account: ChartAccount) => boolean;
  /** Neither typed nor sent: what follows from the others, shown beside them. */
  readonly derived?: (header: Fields) => Value;
  /** `rate`: what a typed one may be kept as, for the day of the document. */
  readonly keeps?: 'in' | 'out';
  /** What it is on the day of the document, until a person types another; undefined leaves it as it is. */
  readonly ofDay?: (header: Fields, line: Fields) => Fields | undefined;
  /** Further fields that a choice fills in; `row` is the chosen row of the look-up. */
  readonly fills?: (chosen: unknown, header: Fields, line: Fields) => Fields;
  /** `lookup`: what else is emptied with it. */
  readonly empties?: Fields;
}

export interface ColumnDeclaration extends FieldDeclaration {
  /** Track of the grid: `minmax(220px, 1fr)`, `96px`. */
  readonly width: string;
  /** Not typed into: shown from the totals of the line. */
  readonly computed?: boolean;
  /** Shown from the line, neither typed into nor sent: what a return takes from its sale. */
  readonly fixed?: boolean;
  /** Left out until a line has something in it, or the person chooses to see it. */
  readonly optional?: true;
  /** `optional`: a line that has use for it. */
  readonly usedBy?: (line: Fields) => boolean;
  /** `batches`: one may be named that is not on hand. */
  readonly addsBatches?: true;
  /** Shown only to whoever holds it. */
  readonly permission?: string;
  /** While it is typed into, what is known of the item stands below it. */
  readonly hinted?: true;
}

/** A row at the end of the document; amounts are decimal strings in its currency. */
export interface TotalRow {
  /** Key of the label. */
  readonly label: string;
  readonly value: string;
  /** What the label says beside. */
  readonly params?: Readonly<Record<string, string>>;
  /** Shown also when it is zero. */
  readonly always?: boolean;
}

export interface ShownTotals {
  /** By key of the line: what the computed column shows. */
  readonly lines: ReadonlyMap<number, string>;
  /** The same of further computed columns, by field. */
  readonly columns?: Readonly<Record<string, ReadonlyMap<number, string>>>;
  /** By key of the line, for whoever sees costs: the cost of one unit in the document's currency, and what is earned on it. */
  readonly margins?: ReadonlyMap<number, Margin>;
  readonly rows: readonly TotalRow[];
  readonly total: string;
  /** There is nothing to add up: what it is worth is found by costing. */
  readonly untotalled?: boolean;
  /** Key of what the total is called, where it is not the total: the debits of a journal. */
  readonly totalLabel?: string;
}

export interface Margin {
  readonly unitCost: string;
  /** Percent of what the line brings after discounts; undefined where it brings nothing. */
  readonly percent: string | undefined;
}

/** Key of a sentence and the amounts in it, as decimal strings. */
export interface Limit {
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface TransitionDeclaration {
  readonly name: string;
  /** Without the resource. */
  readonly permission: string;
  /** Asks for a reason before. */
  readonly reasoned?: boolean;
  readonly dangerous?: boolean;
  /** Asks how much of each line, in all so far. */
  readonly quantities?: boolean;
}

/** What is known of an item when it is chosen or scanned: its record, as the API answers. */
export type ItemRow = Readonly<Record<string, unknown>>;

export interface EditorDeclaration {
  /** Endpoint and permission resource. */
  readonly resource: string;
  /** Path of the list; documents are below it. */
  readonly path: string;
  /** Keys of the titles. */
  readonly title: string;
  readonly newTitle: string;
  /** The row at the top. */
  readonly header: readonly FieldDeclaration[];
  /** The panel at the side. */
  readonly details: readonly FieldDeclaration[];
  /** Header field that names the document which gave rise to this one, or several of which one does: what is typed here is kept apart for each. */
  readonly origin?: string | readonly string[];
  /** None: a document without lines (an expense, a payment). */
  readonly columns: readonly ColumnDeclaration[];
  /** Fields that are kept and sent back as they came, without being shown. */
  readonly carried?: {
    readonly header?: readonly string[];
    readonly lines?: readonly string[];
    readonly costs?: readonly string[];
    /** Of lines, and never sent back: amounts that the server gave them. */
    readonly given?: readonly string[];
  };
  /** Whether a line counts; by its item when left out. */
  readonly isUsed?: (line: Fields) => boolean;
  /** How it is completed, where that is not called `complete`. */
  readonly completion?: Completion;
  /** What the API calls its lines, where that is not `lines`. */
  readonly wire?: Wire;
  /** It is made at a till, and only shown here. */
  readonly madeElsewhere?: boolean;
  /** It is complete as soon as the server has it: there are no drafts on the server. */
  readonly noDraft?: boolean;
  readonly costs?: readonly ColumnDeclaration[];
  /** Name of a line's and of a cost's own number in the bodies. */
  readonly identity: { readonly lines: string; readonly costs?: string };
  readonly blankLine: Fields;
  readonly blankCost?: (header: Fields) => Fields;
  readonly newHeader: (context: NewContext) => Fields;
  /** A line of an item: unit, price, tax. `unit` is the one that a scanned barcode names. */
  readonly lineOf: (item: ItemRow, header: Fields, unit?: number) => Fields;
  /** With whom it trades: the last prices of this party are shown, and while items are chosen stock and prices. */
  readonly trades?: 'customer' | 'supplier';
  /** What its goods cost is answered by `{resource}/{id}/costs` once it is in the books. */
  readonly hasBookedCosts?: true;
  /** What an item is offered at while it is chosen, for its usual unit; empty where nothing is known. */
  readonly offeredAt?: (item: ItemRow, header: Fields) => Value;
  readonly totals: (draft: Draft, header: HeaderFacts) => ShownTotals;
  /** What the server would refuse of its lines, by name of the place; of whoever holds `permission` it refuses nothing. */
  readonly limits?: {
    readonly permission: string;
    readonly find: (draft: Draft, decimals: number) => ReadonlyMap<string, Limit>;
  };
  readonly transitions: readonly TransitionDeclaration[];
  /** Tones of its states that mean something else here: an approved count is final, an approved payroll is still to be paid. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Lines come from another document (a return): none are added by hand. */
  readonly fixedLines?: boolean;
}

export interface Completion {
  readonly transition: string;
  /** What a body says to be entered and completed in one command; without it a draft is saved first. */
  readonly status?: string;
}

export const COMPLETE: Completion = { transition: 'complete', status: 'complete' };

type Data = Readonly<Record<string, unknown>>;

/** Between the lines of the screen and the sections of the API. */
export interface Wire {
  readonly send: (body: Data) => Data;
  readonly read: (data: Data) => Data;
  /** `cashes.0.amount` → `lines.2.debit`: the field of the screen that an error of the API belongs to; `body` as given to `send`. */
  readonly place?: (path: string, body: Data) => string;
}

export interface NewContext {
  readonly me: Me;
  readonly today: string;
}

/** What totals need beside the draft. */
export interface HeaderFacts {
  readonly systemCurrency: number;
  /** Cash in dinar is rounded to this step; null is not rounded. */
  readonly roundingStep: string | null;
  /** Of the document's currency: every amount is a multiple of its smallest unit. Four of documents from before they had any. */
  readonly decimals: number | undefined;
  readonly traded?: KnownTrade;
  /** In the system currency, by the number of the line: what its goods cost, of a document that is in the books. */
  readonly costs?: ReadonlyMap<number, string> | undefined;
  readonly seesCost?: boolean;
}

export function isRequired(field: FieldDeclaration, header: Fields, line: Fields): boolean {
  return typeof field.required === 'function' ? field.required(header, line) : field.required === true;
}

export function isShown(field: FieldDeclaration, header: Fields, line: Fields = header): boolean {
  return field.shown?.(header, line) ?? true;
}
