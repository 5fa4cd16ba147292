/**
 * What a conversion or a production posts (docs/accounting.md, section 4). The value of the outputs is the value of the
 * inputs plus the additional costs, shared by largest remainder; goods in production end at zero in every entry:
 *
 *   debit  goods in production   the inputs, at the moving average
 *   credit inventory
 *   debit  inventory             the outputs: each its share of the inputs, which
 *   credit goods in production   costing calculates and recalculates,
 *   credit cash or payable       and its share of each additional cost
 */

import type { PaidCost } from '../documents/costs.ts';
import { type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { goodsLine } from '../entries/goods-line.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import { duesOfCosts, openedBy } from '../entries/open-items.ts';
import { paidBy } from '../entries/paid-by.ts';
import type { Making, MakingLine } from '../stock/making/making.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { allocate } from '../values/fixed-point.ts';
import { money, negate, toMoney, ZERO } from '../values/money.ts';
import { inBaseUnits, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { convert, rate } from '../values/rate.ts';

/** Offset of the line numbers of outputs, above those of all inputs. */
const OUTPUT = 200_000;

/** `document` is the stream, under which unpaid costs are open. */
export function postMaking(making: Making, document: string): Posting {
  const paid = making.costs.map((cost) => paidLine(cost, making));
  const plus = negate(paid.reduce((sum, line) => toMoney(sum + line.base), ZERO));
  const inputs = making.lines.filter((line) => line.role === 'input');
  const outputs = making.lines.filter((line) => line.role === 'output');
  const weights = weightsOf(outputs);
  const shares = allocate(plus, weights).map(toMoney);
  const of = inputs.map((line) => line.line_id);
  const movements: Movement[] = [
    ...inputs.map((line) => ({
      ...movement(making, line),
      line: line.line_id,
      quantity: toQuantity(-count(line)),
      valued: { by: 'average' } as const,
      posted: ZERO,
    })),
    ...outputs.map((line, part) => ({
      ...movement(making, line),
      line: line.line_id + OUTPUT,
      quantity: count(line),
      valued: { by: 'fromComponents', of, plus, weights, part } as const,
      posted: shares[part] ?? ZERO,
      varianceTo: { key: 'purchase-variance' } as const,
    })),
  ];
  const added = outputs.map((line, part) => goodsLine(making, line, shares[part] ?? ZERO));
  const given = making.costs.flatMap((cost) => {
    return inMoneyGiven(cost, making.system_currency_fk, [paidLine(cost, making)]);
  });
  const posted = posting(
    effectiveTime(making.date, making.time, 'out'),
    [...added, ...given],
    [...movements, ...foreignCash(given)],
    openedBy(paid, making.date, document, duesOfCosts(making.costs)),
  );
  return withBatches(posted, making);
}

/** Entered weights or sale prices; quantities when all of these are zero. */
function weightsOf(outputs: readonly MakingLine[]): bigint[] {
  const weights: bigint[] = outputs.map((line) => money(line.weight ?? '0'));
  return weights.some((weight) => weight > 0n) ? weights : outputs.map(count);
}

/** In base units. */
const count = (line: MakingLine): Quantity => inBaseUnits(quantity(line.quantity), quantity(line.unit_factor));

function movement(making: Making, line: MakingLine): Pick<Movement, 'pool' | 'contra' | 'outlet'> {
  return {
    pool: { kind: 'stock', item: line.item_fk, inventory: making.inventory_fk },
    contra: { key: 'in-production' },
    outlet: making.outlet_fk,
  };
}

function paidLine(cost: PaidCost, { outlet_fk, system_currency_fk: system }: Making): EntryLine {
  const amount = money(cost.amount);
  const at = cost.currency_fk === system || cost.rate === null ? undefined : rate(cost.rate);
  return {
    ...paidBy(cost),
    outlet: outlet_fk,
    base: negate(convert(amount, cost.currency_fk, system, at)),
    currency: cost.currency_fk,
    foreign: negate(amount),
    rate: at,
  };
}
