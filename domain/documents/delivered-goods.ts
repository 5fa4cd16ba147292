/** What became of the goods of a sale's lines, by the body that lists and pages show. */
import { inUnitOf } from '../pricing/returned-quantities.ts';
import { type Members, objectsOf } from '../values/members.ts';
import { inBaseUnits, printQuantity, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { baseQuantityOf, type DocumentBody, type GoodsLine, goodsLinesOf } from './document-amounts.ts';

interface Became {
  readonly delivered: Quantity;
  readonly returned: Quantity;
}

/** Base units of a line that were delivered, and that were returned before their delivery. */
export function deliveredGoods(sale: DocumentBody): (line: GoodsLine) => Became {
  const delivered = objectsOf(sale['delivered']);
  const returned = returnedUndelivered(sale);
  return ({ line_id, unit_factor = '1' }) => {
    const own = delivered.find((line) => line['line_id'] === line_id);
    const count = quantity(String(own?.['quantity'] ?? '0'));
    return {
      delivered: inBaseUnits(count, quantity(String(own?.['unit_factor'] ?? unit_factor))),
      returned: returned(line_id),
    };
  };
}

/** Base units of a line that were returned before their delivery. */
export function returnedUndelivered(sale: Members): (line: number) => Quantity {
  const returned = objectsOf(sale['undelivered_returns']).flatMap(({ lines }) => objectsOf(lines));
  return (line) => {
    const own = returned.filter(({ line_id }) => line_id === line);
    return toQuantity(own.reduce((all, { quantity: count }) => all + quantity(String(count)), 0n));
  };
}

/** For a paper, in the unit of the line: what was delivered so far, and what is left; nothing where all goods were handed over. */
export function deliveryOfLine(
  sale: DocumentBody,
  { line_id }: Members,
): Readonly<Record<'delivered_quantity' | 'left_quantity', string | null>> {
  const line = goodsLinesOf(sale).find((own) => own.line_id === line_id);
  if (!line || sale['awaits_delivery'] !== true) return { delivered_quantity: null, left_quantity: null };
  const { delivered, returned } = deliveredGoods(sale)(line);
  const inUnit = (base: bigint) => printQuantity(inUnitOf(toQuantity(base), line.unit_factor ?? '1'));
  return { delivered_quantity: inUnit(delivered), left_quantity: inUnit(baseQuantityOf(line) - delivered - returned) };
}
