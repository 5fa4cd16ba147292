/** The rows of a report compared with the same report at another moment. */
import { printQuantity, readQuantity, toQuantity } from '../../../domain/values/quantity.ts';

export interface Compared<R> {
  /** The row of either moment. */
  readonly row: R;
  readonly now: R | undefined;
  readonly earlier: R | undefined;
}

/** In the order of the current rows; a missing row follows its former predecessor. */
export function comparedRows<R>(
  now: readonly R[],
  then: readonly R[] | undefined,
  keyOf: (row: R) => string,
): Compared<R>[] {
  const before = new Map((then ?? []).map((row) => [keyOf(row), row]));
  const present = new Set(now.map(keyOf));
  const goneAfter = new Map<string, Compared<R>[]>();
  let last = '';
  for (const row of then ?? []) {
    const key = keyOf(row);
    if (present.has(key)) last = key;
    else goneAfter.set(last, [...(goneAfter.get(last) ?? []), { row, now: undefined, earlier: row }]);
  }
  return [
    ...(goneAfter.get('') ?? []),
    ...now.flatMap((row) => {
      const key = keyOf(row);
      return [{ row, now: row, earlier: before.get(key) }, ...(goneAfter.get(key) ?? [])];
    }),
  ];
}

/** `now` less `then`, for amounts and quantities; missing counts as zero. Empty when either is not a number. */
export function differenceOf(now: string | undefined, then: string | undefined): string {
  const [a, b] = [readQuantity(now || '0'), readQuantity(then || '0')];
  return a === undefined || b === undefined ? '' : printQuantity(toQuantity(a - b));
}
