/**
 * What a figure is made of. Most are the sum of lines: of the journal, of the stock ledger, or of the changes of what is
 * open. Some are sums of other figures of their report (a gross profit), two are quotients (an average cost, a margin),
 * and some count documents.
 */
import type { RawBuilder } from 'kysely';
import type { TSchema } from 'typebox';
import type { Person } from '../../../identity/person.ts';
import type { Snapshot } from '../../database/reader.ts';
import type { ReadRoute } from '../../http/route.ts';
import type { Condition } from '../../lists/list.ts';
import type { Chart } from '../../reports/chart.ts';
import type { Known } from '../../reports/known-at.ts';

/** The report, what it was asked with, and what names the figure in it; `in_…` narrow it to one of its parts. */
export type Figure = { readonly report: string } & Readonly<Record<string, string>>;

export interface FigureQuery {
  readonly snapshot: Snapshot;
  readonly person: Person;
  readonly chart: Chart;
  readonly known: Known | undefined;
  readonly figure: Figure;
}

/** A report, and how each of its figures is made. */
export interface ExplainedReport {
  /** Who may see the report may ask what its figures are made of; what it is asked with is in their names. */
  readonly route: ReadRoute;
  /** What else a name has: the row and the column, by the names that they have in the answer. */
  readonly names: Readonly<Record<string, TSchema>>;
  /** Throws BadQuery for what is no figure of the report, 403 and 404 for what the person may not see. */
  make(requested: FigureQuery): Made | Promise<Made>;
}

export type Unit = 'base' | 'foreign' | 'quantity' | 'percent' | 'count';
export type Source = 'journal' | 'stock' | 'open';
/** Kinds of parts between a figure and its lines. */
export const DIMENSIONS = ['account', 'party', 'item', 'inventory', 'document', 'month'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** In a name, what stands for nothing: lines of no item, invoices of no customer. */
export const NONE = 'none';

export interface OfLines {
  readonly is: 'lines';
  readonly source: Source;
  /** All on columns of `j`. */
  readonly where: readonly Condition[];
  /** What each line adds to the figure; on columns of `j`. */
  readonly amount: RawBuilder<unknown>;
  readonly unit: Unit;
  /** In this order, where there is more than one of them. */
  readonly by: readonly Dimension[];
  /** Accounts that the lines may stand on, where they may tell what goods cost. */
  readonly accounts?: readonly number[];
}
export interface OfFigures {
  readonly is: 'sum';
  readonly unit: Unit;
  readonly terms: readonly Term[];
}
export interface Term {
  readonly figure: Figure;
  readonly sign: 1 | -1;
}
export interface OfQuotient {
  readonly is: 'quotient';
  readonly unit: Unit;
  readonly dividend: Figure;
  readonly divisor: Figure;
  /** Null where there is none. */
  divide(dividend: bigint, divisor: bigint): string | null;
}
export interface OfDocuments {
  readonly is: 'documents';
  readonly unit: 'count';
  /** Those that have a line here. */
  readonly of: OfLines;
  /** What is shown of each. */
  readonly each: Figure;
}
export type Made = OfLines | OfFigures | OfQuotient | OfDocuments;

export const ofLines = (
  source: Source,
  unit: Unit,
  amount: RawBuilder<unknown>,
  { where, by, accounts }: Pick<OfLines, 'where' | 'by' | 'accounts'>,
): OfLines => ({ is: 'lines', source, unit, amount, where, by, ...(accounts ? { accounts } : {}) });

export const sumOf = (unit: Unit, ...terms: readonly (readonly [1 | -1, Figure])[]): OfFigures => ({
  is: 'sum',
  unit,
  terms: terms.map(([sign, figure]) => ({ sign, figure })),
});
