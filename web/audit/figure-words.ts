/** A figure in words: its report, its row and its column, read from its name. */
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

/** An address that somebody typed may hold anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // What cannot be decoded is shown as it was typed.
    return text;
  }
}

/** Titles of the reports that are not named like their address in the texts of the reports. */
const TITLES: Readonly<Record<string, string>> = {
  trial_balance: 'names:trial_balance',
  account_ledger: 'ledger:account_ledger',
  customers_statement: 'names:customers_statement',
  suppliers_statement: 'names:suppliers_statement',
  inventory: 'names:inventory_report',
  item_transactions: 'names:item_transactions',
  items_profits: 'names:items_profit',
};

export function reportWords({ report }: NamedFigure): string {
  const key = TITLES[report] ?? `reports:${report}`;
  return hasText(key) ? say(key) : report;
}

const COLUMNS: Readonly<Record<string, string>> = {
  opening: 'report:opening',
  closing: 'report:closing',
  balance: 'report:closing',
  credit_left: 'report:columns.credit_left',
  quantity: 'report:columns.quantity',
  ledger: 'reports:in_the_ledger',
};

/** The row and the column; what they are of stands in the subject. */
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
