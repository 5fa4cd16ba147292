/**
 * How a figure is computed. Most are sums of lines: of the journal, of the stock ledger, or of the changes of open
 * items. Some are sums of other figures of their report (a gross profit), two are quotients (an average cost, a
 * margin), and some count documents.
 */

import type { RawBuilder } from 'kysely';
import type { TSchema } from 'typebox';
import { SYSTEM_ACCOUNTS } from '../../../domain/chart/chart.ts';
import type { Person } from '../../../identity/person.ts';
import type { Chart } from '../../books/chart.ts';
import type { Known } from '../../books/known-at.ts';
import type { Snapshot } from '../../database/reader.ts';
import type { ReadRoute } from '../../http/route.ts';
import type { Condition } from '../../lists/list-source.ts';

/** The report, its parameters, and the figure's row and column; `in_…` restrict it to one of its parts. */
export type Figure = { readonly report: string } & Readonly<Record<string, string>>;

export interface FigureQuery {
  readonly snapshot: Snapshot;
  readonly person: Person;
  readonly chart: Chart;
  readonly known: Known | undefined;
  readonly figure: Figure;
}

/** A report, and how each of its figures is computed. */
export interface ExplainedReport {
  /** The report's route: its permission and its parameters apply to the references too. */
  readonly route: ReadRoute;
  /** The other parts of a reference: row and column, named as in the answer. */
  readonly names: Readonly<Record<string, TSchema>>;
  /** Throws BadQuery for a reference that names no figure, 403 and 404 for a figure that the person may not see. */
  make(requested: FigureQuery): Made | Promise<Made>;
}

export type Unit = 'base' | 'foreign' | 'quantity' | 'percent' | 'count';
export type Source = 'journal' | 'stock' | 'open';
/** Dimensions by which the lines of a figure are divided into parts. */
export const DIMENSIONS = ['account', 'party', 'item', 'inventory', 'document', 'month'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What staff owe is divided by person; debts of customers and suppliers have reports of their own. */
export const dividedBy = (accounts: readonly number[] = []): readonly Dimension[] =>
  accounts.length === 1 && accounts[0] === SYSTEM_ACCOUNTS['staff-receivable'].code
    ? ['party', 'month']
    : ['account', 'month'];

/** The value of a dimension for lines that have none: lines without an item, invoices without a customer. */
export const NONE = 'none';

export interface OfLines {
  readonly is: 'lines';
  readonly source: Source;
  /** Conditions on columns of `j`. */
  readonly where: readonly Condition[];
  /** The amount of each line in the figure, from columns of `j`. */
  readonly amount: RawBuilder<unknown>;
  readonly unit: Unit;
  /** Dimensions to divide by, in this order; one with a single value is skipped. */
  readonly by: readonly Dimension[];
  /** The possible accounts of the lines, when single lines may reveal the cost of goods. */
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
  /** Null when the divisor is zero. */
  divide(dividend: bigint, divisor: bigint): string | null;
}
export interface OfDocuments {
  readonly is: 'documents';
  readonly unit: 'count';
  /** Counts the values of `by` that have a line in these lines. */
  readonly of: OfLines;
  /** The figure shown for each counted value. */
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
