/** The answers of the income statement, the balance sheet and the cash flow: rows of sections, accounts and totals. */

import type { Reads } from '../shared/api/read.ts';
import { say } from '../shared/language/language.ts';
import { accountName } from '../shared/report/account-name.ts';
import type { PartOf } from '../shared/report/shown-figures.ts';

type Statement = Reads['financial_reports/income_statement'];
export type FigureRow = Statement['rows'][number];
export type FigureColumn = Statement['columns'][number];

/** The whole of a row, so that rounded figures add up. */
export const partOfWhole = ({ whole, is_less }: FigureRow): PartOf | undefined =>
  whole === null ? undefined : { whole, isLess: is_less };

/** Sections, totals and lines without an account, as the server names them: `report:statement.<name>`. */
const NAMES: ReadonlySet<string> = new Set([
  'revenue',
  'cost_of_sales',
  'gross_profit',
  'other_income',
  'operating_expenses',
  'operating_result',
  'exchange',
  'net_result',
  'assets',
  'liabilities',
  'equity',
  'result_of_year',
  'result_of_earlier_years',
  'liabilities_and_equity',
  'difference',
  'between_outlets',
  'goods',
  'change_of_cash',
  'opening_cash',
  'closing_cash',
  'cash_customers',
  'cash_suppliers',
  'cash_expenses',
  'cash_other_income',
  'cash_investing',
  'cash_owners',
  'cash_transfers',
  'cash_opening',
  'cash_rest',
  'cash_exchange',
  'change_operating',
  'change_investing',
  'change_financing',
]);

export function rowName({ kind, name, account, account_name, level }: FigureRow): string {
  if (account !== null) return level > 1 && account_name ? account_name : accountName(name, account_name);
  const section = kind === 'total' && name.startsWith('total_') ? name.slice('total_'.length) : undefined;
  if (section !== undefined) return say('report:total_of', { name: wordsOf(section) });
  return wordsOf(name);
}

/** The same for a row in a reference: `total.gross_profit`, `account.goods`; an account has no text here. */
export function wordsOfRow(row: string): string {
  const name = row.slice(row.indexOf('.') + 1);
  if (/^\d+$/.test(row)) return '';
  return name.startsWith('total_')
    ? say('report:total_of', { name: wordsOf(name.slice('total_'.length)) })
    : wordsOf(name);
}

const wordsOf = (name: string): string => (NAMES.has(name) ? say(`report:statement.${name}`) : accountName(name, null));
