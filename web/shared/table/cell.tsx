/** Renders each kind of column in a cell, and as plain text for print and Excel. */
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/list.ts';
import { displayedName, resourceOf } from '../api/resources.ts';
import { Amount, Day, Moment, Time } from '../controls/amount.tsx';
import { Name } from '../controls/name.tsx';
import { StatusChip } from '../controls/status-chip.tsx';
import { optionLabel } from '../language/names.ts';
import { PictureCell, pictureAddress } from '../pictures/picture.tsx';
import { type Me, useMe } from '../session/session.ts';
import { formatDate, formatMoment, formatTime } from '../typing/date-words.ts';
import type { ColumnKind, TableColumn } from './declaration.ts';

const NUMERIC: ReadonlySet<ColumnKind> = new Set(['number', 'amount', 'quantity', 'percent']);

/** Number columns are aligned at the end. */
export function isNumeric(column: Pick<TableColumn, 'kind'>): boolean {
  return NUMERIC.has(column.kind);
}

/** The name of a reference: the server adds `city_name` for `city_fk` to the row. */
export function referenceName(column: Pick<TableColumn, 'field' | 'nameField' | 'resource'>, row: Row): string {
  const stem = column.field.replace(/_fk$/, '');
  const own = column.resource && resourceOf(column.resource).name;
  // A document is named by its number; that of the row belongs to the row itself.
  const names = [column.nameField, `${stem}_name`, own === 'number' ? undefined : own];
  const found = names.find((name) => name && typeof row[name] === 'string');
  const value = found ? row[found] : row[column.field];
  if (value === null || value === undefined) return '';
  return column.resource ? displayedName(column.resource, String(value)) : String(value);
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A name may exist without a reference: the country of a brand that was entered as text. */
const hasNameOfItsOwn = ({ kind, nameField }: Pick<TableColumn, 'kind' | 'nameField'>): boolean =>
  kind === 'reference' && nameField !== undefined;

export function Cell<R extends Row>({ column, row }: { column: TableColumn<R>; row: R }): ReactNode {
  const { t } = useTranslation();
  if (column.cell) return column.cell(row);
  const value = row[column.field];
  if (isBlank(value) && !hasNameOfItsOwn(column)) return null;
  switch (column.kind) {
    case 'amount':
      return <MoneyCell column={column} row={row} value={String(value)} />;
    case 'quantity':
    case 'percent':
    case 'number':
      return <Amount value={String(value)} {...(column.blankZero ? { zero: '' } : {})} />;
    case 'date':
      return <Day value={String(value)} />;
    case 'moment':
      return <Moment value={String(value)} />;
    case 'time':
      return <Time value={String(value)} />;
    case 'code':
      return <bdi className="numeric">{String(value)}</bdi>;
    case 'reference':
      return <Name of={referenceName(column, row)} />;
    case 'option':
      return optionLabel(column.field, String(value));
    case 'status': {
      const tone = column.tones?.[String(value)] ?? 'neutral';
      return <StatusChip tone={tone} label={optionLabel(column.field, String(value))} />;
    }
    case 'boolean': {
      const Icon = value ? Check : Minus;
      const label = t(value ? 'table:yes' : 'table:no');
      return (
        <Icon
          size={15}
          aria-label={label}
          role="img"
          className={`inline ${value ? 'text-success-ink' : 'text-ink-muted'}`}
        />
      );
    }
    case 'pictures':
      return <PictureCell value={value} label={nameOfRow(row)} />;
    default:
      return <Name of={String(value)} />;
  }
}

/** The text alternative of a picture: the row's name. */
function nameOfRow(row: Row): string {
  const named = Object.entries(row).find(([field, value]) => /_name$/.test(field) && typeof value === 'string');
  return String(named?.[1] ?? row['number'] ?? '');
}

type MoneyColumn = Pick<TableColumn, 'kind' | 'currency' | 'currencyField' | 'blankZero'>;

/** An amount with the decimals of the row's currency, or of the system currency when the heading names it. */
function MoneyCell({ column, row, value }: { column: MoneyColumn; row: Row; value: string }) {
  const decimals = decimalsOf(column, row, useMe());
  return (
    <Amount value={value} decimals={decimals} decimalsMin={decimals} {...(column.blankZero ? { zero: '' } : {})} />
  );
}

export function decimalsOf(
  { currency, currencyField = 'currency_fk' }: Pick<TableColumn, 'currency' | 'currencyField'>,
  row: Row,
  { system_currency, currencies }: Pick<Me, 'system_currency' | 'currencies'>,
): number {
  const { currency_id } = system_currency;
  const id = currency === 'system' ? currency_id : (row[currencyField] ?? currency_id);
  return currencies.find((each) => each.currency_id === id)?.decimals ?? system_currency.decimals;
}

/** The total of a column: its amounts are in the system currency, or its rows have one currency. */
export function Total({ column, value }: { column: MoneyColumn; value: string | null | undefined }) {
  const { decimals } = useMe().system_currency;
  if (column.kind !== 'amount' || column.currency !== 'system') return <Amount value={value} />;
  return <Amount value={value} decimals={decimals} decimalsMin={decimals} />;
}

/** The cell as text: amounts and quantities remain exact decimal strings. */
export function cellText<R extends Row>(column: TableColumn<R>, row: R, words: { yes: string; no: string }): string {
  if (column.text) return column.text(row);
  const value = row[column.field];
  if (isBlank(value) && !hasNameOfItsOwn(column)) return '';
  switch (column.kind) {
    case 'date':
      return formatDate(String(value));
    case 'moment':
      return formatMoment(String(value));
    case 'time':
      return formatTime(String(value));
    case 'reference':
      return referenceName(column, row);
    case 'option':
    case 'status':
      return optionLabel(column.field, String(value));
    case 'boolean':
      return value ? words.yes : words.no;
    case 'pictures':
      return Array.isArray(value) ? value.map((value) => pictureAddress(String(value))).join(' ') : '';
    default:
      return column.blankZero && ZERO.test(String(value)) ? '' : String(value);
  }
}

const ZERO = /^-?0*\.?0*$/;
