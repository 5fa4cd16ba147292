/**
 * What a conversion or a production posts (accounting.md, section 4). Value out is value in and what it cost
 * besides, shared by largest remainder; goods in production are zero at the end of every entry:
 *
 *   debit  goods in production   what goes in, at the moving average
 *   credit inventory
 *   debit  inventory             what comes out: its share of what went in,
 *   credit goods in production   which costing finds and restates,
 *   credit cash or payable       and its share of each cost
 */

import type { PaidCost } from '../kernel/document-rules.ts';
import { effectiveTime } from '../kernel/effective-date.ts';
import { allocate } from '../kernel/fixed-point.ts';
import { type Money, money, negate, toMoney, ZERO } from '../kernel/money.ts';
import { inBaseUnits, type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';
import { convert, rate } from '../kernel/rate.ts';
import type { Making, MakingLine } from '../stock/making.ts';
import { type EntryLine, type Movement, type Posting, posting, withBatches } from './entry.ts';
import { foreignCash } from './foreign-cash.ts';
import { openedBy } from './open-items.ts';
import { paidBy } from './paid-by.ts';

/** What comes out is numbered after everything that goes in. */
const OUTPUT = 200_000;

/** `document` is the stream: what a cost leaves unpaid is open under that name. */
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
      valued: { by: 'inputs', of, plus, weights, part } as const,
      posted: shares[part] ?? ZERO,
      varianceTo: { key: 'purchase-variance' } as const,
    })),
  ];
  const added = outputs.map((line, part) => inventoryLine(making, line, shares[part] ?? ZERO));
  const posted = posting(
    effectiveTime(making.date, making.time, 'out'),
    [...added, ...paid],
    [...movements, ...foreignCash(paid)],
    openedBy(paid, making.date, document),
  );
  return withBatches(posted, making);
}

/** Weights by entered weight or sale price; by quantity where all of these are zero. */
function weightsOf(outputs: readonly MakingLine[]): bigint[] {
  const reported: bigint[] = outputs.map((line) => money(line.weight ?? '0'));
  return reported.some((weight) => weight > 0n) ? reported : outputs.map(count);
}

/** Base units. */
const count = (line: MakingLine): Quantity => inBaseUnits(quantity(line.quantity), quantity(line.unit_factor));

function movement(making: Making, line: MakingLine): Pick<Movement, 'pool' | 'contra' | 'outlet'> {
  return {
    pool: { kind: 'stock', item: line.item_fk, inventory: making.inventory_fk },
    contra: { key: 'in-production' },
    outlet: making.outlet_fk,
  };
}

function inventoryLine(making: Making, line: MakingLine, base: Money): EntryLine {
  return {
    account: { key: 'inventory', of: making.inventory_fk },
    outlet: making.outlet_fk,
    base,
    currency: making.system_currency_fk,
    foreign: base,
    rate: undefined,
    item: line.item_fk,
    inventory: making.inventory_fk,
    line: line.line_id,
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
