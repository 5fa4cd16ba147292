/** A report's declaration of its table; everything else is equal for all reports. */
import type { ReactNode } from 'react';
import type { Row } from '../api/list.ts';
import type { ReportSearch } from './report-search.ts';

export interface Target {
  readonly to: string;
  readonly search: ReportSearch;
}

export interface ReportColumn<R extends Row = Row> {
  readonly name: string;
  /** Key of the heading, which names a common currency once. */
  readonly label: string;
  /** A text that replaces `label`: the name of an outlet or a month. */
  readonly heading?: string;
  readonly currency?: string;
  readonly numeric?: boolean;
  /** It is about the log or the program: it is on the screen and in Excel, and not on paper. */
  readonly isInternal?: true;
  /** A link to do something with the row: neither in Excel nor on paper. */
  readonly isOnScreenOnly?: true;
  /** Left out on a telephone, where there is no room for codes and further details. */
  readonly isMinor?: true;
  /** The text of the cell in Excel, and on the screen when `cell` is absent. */
  readonly text: (row: R) => string;
  readonly cell?: (row: R) => ReactNode;
  /** The link of a row's figure to its parts. */
  readonly link?: (row: R) => Target | undefined;
  /** A `date` has the day as its text; a `moment` has its text as the screen shows it, in Latin digits. */
  readonly sheet?: 'text' | 'number' | 'date' | 'moment';
  /** The footer's figure: a decimal string. */
  readonly total?: string | null | undefined;
  /** A balance, which is not part of a total. */
  readonly standsAlone?: true;
  /** Links of the footer's figures, and of those in the rows before and after all others. */
  readonly links?: Readonly<Partial<Record<'total' | 'before' | 'after', Target | undefined>>>;
  readonly decimals?: number;
  /** Empty for zero, as in debit and credit columns. */
  readonly blankZero?: boolean;
  readonly width?: string;
  /** The link of the difference to another known-at moment. */
  readonly changed?: (row: R) => Target | undefined;
  /** In a comparison the column is followed by its earlier figure and the difference. */
  readonly compare?: boolean;
}

export interface ReportFilter {
  readonly name: string;
  /**
   * A `choice` has `options` with texts `report:choices.<option>`, default the first. An `option` is one of `words`,
   * default all. A `document` is typed by its number; a stream in an address (`sale-12`) is shown in words. A `linked`
   * one is only set by links: it is shown while it is set, and can be removed.
   */
  readonly kind: 'day' | 'known_at' | 'lookup' | 'text' | 'choice' | 'option' | 'document' | 'linked';
  readonly options?: readonly string[];
  readonly words?: readonly { readonly value: string; readonly label: string }[];
  /** The value of a `linked` filter in words. */
  readonly inWords?: (value: string) => string | Promise<string>;
  /** Another filter that a change of this one removes. */
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

/** Filters of a period, and the known-at moment. */
export const PERIOD: readonly ReportFilter[] = [FROM, AS_AT, KNOWN_AT, OUTLET];

export const choice = (name: string, ...options: readonly string[]): ReportFilter => ({
  name,
  kind: 'choice',
  label: `report:filters.${name}`,
  options,
});
