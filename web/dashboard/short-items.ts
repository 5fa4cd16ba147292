/** Items that are running short, from the rows of the warehouse. */
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';

interface Part {
  readonly unit_fk: number;
  readonly unit_name: string | null;
  readonly quantity: string;
}

/** An item in one inventory. */
export interface ShortRow {
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly quantity: string;
  readonly in_units: readonly Part[];
}

/** Each item once, in the order of the rows, with its quantity in all inventories. */
export function shortItems(rows: readonly ShortRow[]): readonly ShortRow[] {
  const items = new Map<number, ShortRow>();
  for (const row of rows) {
    const before = items.get(row.item_fk);
    const in_units = before ? together([...before.in_units, ...row.in_units]) : row.in_units;
    items.set(row.item_fk, { ...row, quantity: sumOf([before?.quantity ?? '0', row.quantity]), in_units });
  }
  return [...items.values()];
}

/** Parts of several inventories by unit: as they lie there, since strips of two places are no box. */
function together(parts: readonly Part[]): readonly Part[] {
  const sums = [...Map.groupBy(parts, ({ unit_fk }) => unit_fk).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, quantity: sumOf([first, ...others].map((part) => part.quantity)) }] : [],
  );
  const some = sums.filter((part) => quantity(part.quantity) !== 0n);
  return some.length > 0 ? some : sums.slice(-1);
}

const sumOf = (counts: readonly string[]): string =>
  printQuantity(toQuantity(counts.reduce((sum, count) => sum + quantity(count), 0n)));
