/** What a report says about its table; the rest is the same for all reports. */
import type { ReactNode } from 'react';
import type { Row } from '../api/list.ts';
import type { ReportSearch } from './report-search.ts';

export interface Target {
  readonly to: string;
  readonly search: ReportSearch;
}

export interface ReportColumn<R extends Row = Row> {
  readonly name: string;
  /** Key of the heading; a currency is said there once. */
  readonly label: string;
  /** Instead of the text of `label`: the name of an outlet or a month. */
  readonly heading?: string;
  readonly currency?: string;
  readonly numeric?: boolean;
  /** It is about the log: it is on the screen and in Excel, and not on paper. */
  readonly isInternal?: true;
  /** The text of the cell for Excel, and what it shows when there is no `cell`. */
  readonly text: (row: R) => string;
  readonly cell?: (row: R) => ReactNode;
  /** Where the figure of a row leads: what it is made of. */
  readonly link?: (row: R) => Target | undefined;
  readonly sheet?: 'text' | 'number' | 'date';
  /** In the footer row: a decimal string. */
  readonly total?: string | null | undefined;
  /** What the rows of the pages before add up to; a decimal string. */
  readonly earlier?: string | undefined;
  /** A balance: no part of what a row is part of. */
  readonly standsAlone?: true;
  /** Shown as the figure of the first of these columns less that of the second, as both are shown. */
  readonly difference?: readonly [string, string];
  /** Where the figures of the footer, and of the rows before and after all others, lead. */
  readonly links?: Readonly<Partial<Record<'total' | 'before' | 'after', Target | undefined>>>;
  readonly decimals?: number;
  /** Blank for zero, as debit and credit columns are. */
  readonly blankZero?: boolean;
  readonly width?: string;
  /** Where the difference from another moment of knowledge leads. */
  readonly changed?: (row: R) => Target | undefined;
  /** Compared with another moment: its figure then, and the difference, stand beside it. */
  readonly compare?: boolean;
}

export interface ReportFilter {
  readonly name: string;
  /**
   * A `choice` is among `options`, whose texts are `report:choices.<option>`; nothing chosen is the first. An `option` is
   * among `words`, or all. A `document` is typed by its number; a stream in an address (`sale-12`) is shown in words.
   */
  readonly kind: 'day' | 'known_at' | 'lookup' | 'text' | 'choice' | 'option' | 'document';
  readonly options?: readonly string[];
  readonly words?: readonly { readonly value: string; readonly label: string }[];
  /** Another filter that a change of this one takes out of the address. */
  readonly clears?: string;
  /** Key of the label. */
  readonly label: string;
  readonly resource?: string;
  readonly required?: boolean;
}

export const AS_AT: ReportFilter = { name: 'as_at', kind: 'day', label: 'report:filters.as_at' };
export const KNOWN_AT: ReportFilter = { name: 'known_at', kind: 'known_at', label: 'report:filters.known_at' };
export const FROM: ReportFilter = { name: 'from', kind: 'day', label: 'report:filters.from' };
export const OUTLET: ReportFilter = {
  name: 'outlet_fk',
  kind: 'lookup',
  resource: 'outlets',
  label: 'report:filters.outlet',
};

/** Filters of a period, as known at a moment. */
export const PERIOD: readonly ReportFilter[] = [FROM, AS_AT, KNOWN_AT, OUTLET];

export const choice = (name: string, ...options: readonly string[]): ReportFilter => ({
  name,
  kind: 'choice',
  label: `report:filters.${name}`,
  options,
});
