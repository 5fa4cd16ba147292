/** What became of the goods of a sale's lines, by the body that lists and pages show. */
import { objectsOf } from '../values/members.ts';
import { inUnitOf } from '../pricing/returned-quantities.ts';
import { inBaseUnits, printQuantity, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { baseQuantityOf, type DocumentBody, type GoodsLine, goodsLinesOf } from './document-amounts.ts';

/** Base units of a line that were delivered, and that were returned before their delivery. */
export function deliveredGoods(body: DocumentBody): (line: GoodsLine) => {
  readonly delivered: Quantity;
  readonly returned: Quantity;
} {
  const delivered = objectsOf(body['delivered']);
  const returned = objectsOf(body['undelivered_returns']).flatMap(({ lines }) => objectsOf(lines));
  const counted = ({ line_id, unit_factor = '1' }: GoodsLine, of: typeof delivered, isBase: boolean) => {
    const own = of.filter((line) => line['line_id'] === line_id);
    const base = (line: (typeof own)[number]) =>
      inBaseUnits(quantity(String(line['quantity'])), quantity(isBase ? '1' : String(line['unit_factor'] ?? unit_factor)));
    return toQuantity(own.reduce((all, line) => all + base(line), 0n));
  };
  return (line) => ({ delivered: counted(line, delivered, false), returned: counted(line, returned, true) });
}

/** For a paper, in the unit of the line: what was delivered so far, and what is left; nothing where all goods were handed over. */
export function deliveryOfLine(
  sale: DocumentBody,
  { line_id }: Readonly<Record<string, unknown>>,
): Readonly<Record<'delivered_quantity' | 'left_quantity', string | null>> {
  const line = goodsLinesOf(sale).find((own) => own.line_id === line_id);
  if (!line || sale['awaits_delivery'] !== true) return { delivered_quantity: null, left_quantity: null };
  const { delivered, returned } = deliveredGoods(sale)(line);
  const inUnit = (base: bigint) => printQuantity(inUnitOf(toQuantity(base), line.unit_factor ?? '1'));
  return { delivered_quantity: inUnit(delivered), left_quantity: inUnit(baseQuantityOf(line) - delivered - returned) };
}
