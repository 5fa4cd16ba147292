/** What a scan and a pasted table do to the lines of a draft. */
import { defined } from '../../../../domain/values/defined.ts';
import {
  printQuantity,
  QUANTITY_ONE,
  type Quantity,
  readQuantity,
  toQuantity,
} from '../../../../domain/values/quantity.ts';
import { type Draft, type Fields, isEmpty, sameValue, type TableName, withLine } from './draft.ts';

export interface Scanned {
  readonly item: Fields;
  /** A line with the same values in these fields counts on; the first one names the item. */
  readonly sameBy: readonly string[];
  readonly count?: Quantity;
  /** A line with anything else than this is not empty. */
  readonly blank?: Fields;
}

/**
 * Adds the count, or one, to the line of the same item and unit; otherwise fills an empty line, or adds one with the key
 * `nextKey`.
 */
export function scanned(draft: Draft, nextKey: number, { item, sameBy, count = QUANTITY_ONE, blank = {} }: Scanned) {
  const first = defined(sameBy[0]);
  const same = draft.lines.find(({ fields }) => sameBy.every((field) => sameValue(fields[field], item[field])));
  if (same) return { draft: withLine(draft, 'lines', same.key, (fields) => more(fields, count)), nextKey };
  const empty = draft.lines.find(
    ({ fields }) =>
      isEmpty(fields[first]) && Object.entries(blank).every(([field, value]) => sameValue(fields[field], value)),
  );
  if (empty) return { draft: withLine(draft, 'lines', empty.key, (fields) => ({ ...fields, ...item })), nextKey };
  const line = { key: nextKey, fields: item };
  return { draft: { ...draft, lines: [...draft.lines, line] }, nextKey: nextKey + 1 };
}

function more(fields: Fields, count: Quantity): Fields {
  const text = fields['quantity'];
  const quantity = typeof text === 'string' ? readQuantity(text) : undefined;
  return { ...fields, quantity: printQuantity(toQuantity((quantity ?? 0n) + count)) };
}

/** Rows overwrite the lines from `key` on; further rows add lines, which start as `blank`. */
export interface Pasted {
  readonly table: TableName;
  readonly key: number;
  readonly field?: string;
  readonly rows: readonly Fields[];
  readonly blank: Fields;
}

/** `nextKey` is the key of the first added line. */
export function pasted(draft: Draft, nextKey: number, { table, key, rows, blank }: Pasted) {
  if (rows.length === 0) return { draft, nextKey };
  const start = draft[table].findIndex((line) => line.key === key);
  const from = start < 0 ? draft[table].length : start;
  const lines = [...draft[table]];
  let next = nextKey;
  rows.forEach((row, offset) => {
    const existing = lines[from + offset];
    if (existing) lines[from + offset] = { key: existing.key, fields: { ...existing.fields, ...row } };
    else lines.push({ key: next++, fields: { ...blank, ...row } });
  });
  return { draft: { ...draft, [table]: lines }, nextKey: next };
}
