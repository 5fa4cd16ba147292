/**
 * The kinds of the placeholders in messages. The kind determines how a value is shown: in the reader's language, a
 * number with digit groups, a day as DD/MM/YYYY. test/languages/message-parameters.test.ts refuses a placeholder
 * without a kind.
 */
export type ParameterKind =
  /** Path of a field (`lines.3.quantity`), or its label in the language of the reader. */
  | 'field'
  /** A parameter of a query (`filter[total]`): unchanged in English, otherwise its label. */
  | 'parameter'
  /** A state: `complete` */
  | 'status'
  /** Names of transitions with `, ` between them. */
  | 'transitions'
  /** Values of an enumeration with `, ` between them. */
  | 'options'
  /** Permissions with `##` or `, ` between them; `permission_count` is their total number. */
  | 'permissions'
  /** Number of a document (`S-000012`), or its stream without a number (`sale-10`). */
  | 'document'
  /** A kind of record: `customer` */
  | 'kind'
  /** A decimal string, with a currency code (`5000 IQD`) for an amount; or a day (`2026-03-11`). */
  | 'measure'
  /** Numbers of rows with `, ` between them. */
  | 'rows'
  /** A name, a word of the reader's language, or typed text. */
  | 'text';

const KINDS: Readonly<Record<string, ParameterKind>> = {
  field: 'field',
  parameter: 'parameter',
  status: 'status',
  possible: 'transitions',
  values: 'options',
  permission: 'permissions',
  document: 'document',
  kind: 'kind',
  row: 'rows',
  rows: 'rows',

  value: 'measure',
  amount: 'measure',
  available: 'measure',
  count: 'measure',
  days: 'measure',
  hours: 'measure',
  line: 'measure',
  net: 'measure',
  percent: 'measure',
  rate: 'measure',
  position: 'measure',
  day: 'measure',
  open_day: 'measure',
  paid: 'measure',
  printed: 'measure',
  needed: 'measure',
  from: 'measure',
  to: 'measure',

  account: 'text',
  batch: 'text',
  booked: 'text',
  character: 'text',
  clock: 'text',
  code: 'text',
  column: 'text',
  currency: 'text',
  inventory: 'text',
  item: 'text',
  key: 'text',
  name: 'text',
  names: 'text',
  number: 'text',
  party: 'text',
  person: 'text',
  places: 'text',
  said: 'text',
  till: 'text',
  title: 'text',
};

/** Messages in which `value` is the content of a cell. */
const CELLS = /^import_(cell_|meets_|taken_by|unknown_column|name_kept)/;

/** Messages in which `said`, `clock` and `booked` are moments. */
const MOMENTS: ReadonlySet<string> = new Set(['clock_differs', 'clock_impossible']);

/** Undefined for a placeholder that is not declared. */
export function parameterKind(message: string, name: string): ParameterKind | undefined {
  if (name === 'value' && CELLS.test(message)) return 'text';
  if (MOMENTS.has(message)) return 'measure';
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
}
