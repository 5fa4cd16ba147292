/** A figure in words: its report, its row and its column, from its reference. */
import { reports } from '../../domain/registry/reports.ts';
import { wordsOfRow } from '../reports/statement-rows.ts';
import { hasText, say } from '../shared/language/language.ts';

export interface NamedFigure {
  readonly report: string;
  readonly fields: Readonly<Record<string, string>>;
}

export function readReference(text: string): NamedFigure {
  const [report = '', ...fields] = text.split(';');
  const pairs = fields.map((field) => {
    const [name = '', value = ''] = field.split('=', 2);
    return [name, decoded(value)];
  });
  return { report, fields: Object.fromEntries(pairs) };
}

/** An address may be malformed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A malformed part is shown unchanged.
    return text;
  }
}

/** A reference names its report as the endpoint does, which is the action of its permission. */
const NAMES = new Map(reports.toReversed().map(({ name, permission }) => [permission.split('/')[1], name]));

export function reportWords({ report }: NamedFigure): string {
  const key = [`names:${NAMES.get(report)}`, `reports:${report}`, `ledger:${report}`].find(hasText);
  return key === undefined ? report : say(key);
}

const COLUMNS: Readonly<Record<string, string>> = {
  opening: 'report:opening',
  closing: 'report:closing',
  balance: 'report:closing',
  credit_left: 'report:columns.credit_left',
  quantity: 'report:columns.quantity',
  ledger: 'reports:in_the_ledger',
};

/** The row and the column; the subject is shown separately. */
export function figureWords({ report, fields }: NamedFigure, currency: string): string {
  const { row, of, key } = fields;
  const column =
    of === undefined ? '' : columnWords(report.endsWith('_ageing') && of === 'credit' ? 'credit_left' : of, currency);
  const sold = key === undefined || key === 'none' || /^(customer|outlet)-/.test(key) ? '' : key;
  return [row === undefined ? '' : wordsOfRow(row), column, sold].filter((words) => words !== '').join(' · ');
}

function columnWords(of: string, currency: string): string {
  const plain = of.replace(/_(base|value)$/, '');
  const label = COLUMNS[of] ?? COLUMNS[plain] ?? `report:columns.${of}`;
  return hasText(label) ? say(label, { currency }) : of;
}
