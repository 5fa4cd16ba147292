/** What a scan does to the lines of a draft. */
import { defined } from '../../../../domain/values/defined.ts';
import {
  printQuantity,
  QUANTITY_ONE,
  type Quantity,
  readQuantity,
  toQuantity,
} from '../../../../domain/values/quantity.ts';
import { type Draft, type Fields, isEmpty, sameValue, withLine } from './draft.ts';

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
