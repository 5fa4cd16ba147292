/** A filter of a list in words, for the screen and for paper. */
import { isolateLtr } from '../../../languages/isolate.ts';
import { RESOURCES } from '../api/resources.ts';
import { say } from '../language/language.ts';
import { fieldLabel, optionLabel } from '../language/names.ts';
import { preferences } from '../language/preferences.ts';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { isPreset } from '../typing/period-presets.ts';
import type { Table, TableFilter } from './declaration.ts';

/** A filter of the address that the table does not declare is shown as a text. */
export const filterOf = ({ filters }: Pick<Table, 'filters'>, field: string): TableFilter =>
  filters?.find((filter) => filter.field === field) ?? { field, kind: 'text' };

export const filterLabel = ({ label, field }: TableFilter): string => (label ? say(label) : fieldLabel(field));

/** The record of a look-up filter; its name is read from the server. */
export function recordOfFilter(
  { kind, resource }: TableFilter,
  value: string,
): { readonly resource: string; readonly id: number } | undefined {
  const isRecord = kind === 'lookup' && resource !== undefined && resource in RESOURCES && /^\d+$/.test(value);
  return isRecord ? { resource, id: Number(value) } : undefined;
}

export function filterWords({ field, kind }: TableFilter, value: string): string {
  const { digits } = preferences();
  if (kind === 'boolean') return say(value === '1' ? 'table:yes' : 'table:no');
  if (kind === 'date_range' && isPreset(value)) return say(`table:periods.${value}`);
  if (kind === 'option') {
    const options = value.split(',').map((option) => optionLabel(field, option));
    return options.join(' · ');
  }
  const [from = '', to = ''] = value.split(',');
  if (kind === 'date_range') return rangeOf([from, to].map((day) => shapeDigits(formatDate(day), digits)));
  if (kind === 'amount_range') return rangeOf([from, to].map((amount) => formatDecimal(amount, { digits })));
  return value;
}

/** An open end stays empty: `– 500`. */
const rangeOf = ([from = '', to = '']: readonly string[]): string =>
  from === to ? isolateLtr(from) : isolateLtr(`${from} – ${to}`.trim());
