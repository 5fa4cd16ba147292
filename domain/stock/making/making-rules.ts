/** Rules of goods made from other goods: inputs and outputs of one inventory, and the weights that share the value. */

import { inCurrencyOf } from '../../catalogue/customer-price.ts';
import type { ItemData } from '../../catalogue/item.schema.ts';
import { asWritten, lineItems } from '../../catalogue/line-items.ts';
import { dueOfCost } from '../../debts/due-date.ts';
import type { Facts } from '../../deciding/facts.ts';
import { type CostInput, checkOneRateOfCosts, settleCost } from '../../documents/costs.ts';
import { checkPlace, systemCurrency, timeOf } from '../../documents/document-rules.ts';
import { itemNames } from '../../pricing/item-names.ts';
import { namedBatches, type OfSeveral } from '../../values/batch.ts';
import { extend, money, printMoney, ZERO } from '../../values/money.ts';
import { quantity } from '../../values/quantity.ts';
import { Issues } from '../../values/refusal.ts';
import type { Making, MakingLine } from './making.ts';

export interface MakingInput {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly date: string;
  readonly time?: string | null;
  readonly costs?: readonly CostInput[];
  readonly reference_number?: string | null;
  readonly note?: string | null;
}

export interface MakingLineInput extends OfSeveral {
  readonly line_id?: number;
  readonly role: 'input' | 'output';
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
  readonly share?: string | null;
}

export function makingFacts(
  input: MakingInput,
  { lines, before }: { readonly lines: readonly MakingLineInput[]; readonly before: Making | undefined },
  facts: Facts,
  issues: Issues,
): Making {
  const items = lineItems(lines, facts, issues, asWritten(before?.lines));
  checkPlace(input, facts, issues);
  const { outlet_fk, inventory_fk, date, reference_number = null, note = null } = input;
  const isShared = lines.filter(({ role }) => role === 'output').length > 1;
  return {
    outlet_fk,
    inventory_fk,
    date,
    time: timeOf(input, facts),
    system_currency_fk: systemCurrency(facts),
    costs: (input.costs ?? []).map((cost, index) => {
      const settled = settleCost(cost, { outlet_fk, date }, facts, issues, `costs.${index}.`);
      return { ...settled, ...dueOfCost(settled, date, facts) };
    }),
    reference_number,
    note,
    lines: items.map(({ line, line_id, item, item_type, unit_factor }, index): MakingLine => {
      if (item_type !== 'goods') issues.add(`lines.${index}.item_fk`, 'goods_only');
      const { role, item_fk, unit_fk } = line;
      const share = role === 'output' ? (line.share ?? null) : null;
      const weight = role === 'output' ? (share ?? soldFor(item, line, date, facts)) : null;
      // A single output has the whole value without a weight.
      if (item && weight === undefined && isShared) {
        const params = { line: String(index + 1), ...itemNames(item), value: date };
        issues.add(`lines.${index}.item_fk`, 'no_rate_of_its_price', params);
      }
      const goods = { line_id, role, item_fk, unit_fk, unit_factor, ...namedBatches(line) };
      return { ...goods, quantity: line.quantity, share, weight: weight ?? null };
    }),
  };
}

/**
 * The default weight of an output: its sale price in the system currency, at the rate of the day. Undefined when there
 * is no rate.
 */
function soldFor(item: ItemData | undefined, line: MakingLineInput, date: string, facts: Facts): string | undefined {
  const price = item?.item_units.find((unit) => unit.unit_fk === line.unit_fk)?.sale_price ?? '0';
  const amount = extend(money(price), quantity(line.quantity));
  if (!item || amount === ZERO) return printMoney(amount);
  const weight = inCurrencyOf({ date, currency_fk: systemCurrency(facts) }, amount, item, facts);
  return weight === undefined ? undefined : printMoney(weight);
}

/** Rules of completion: at least one input and one output, not of the same item, and costs that can be settled. */
export function checkMaking<Data extends Making>(making: Data): Data {
  const issues = new Issues();
  const of = (role: MakingLine['role']) => making.lines.filter((line) => line.role === role);
  if (of('input').length === 0) issues.add('lines', 'at_least_one_input');
  if (of('output').length === 0) issues.add('lines', 'at_least_one_output');
  const inputs = new Set(of('input').map((line) => line.item_fk));
  making.lines.forEach((line, index) => {
    if (quantity(line.quantity) <= 0n) issues.add(`lines.${index}.quantity`, 'greater_than', { value: '0' });
    if (line.role === 'output' && inputs.has(line.item_fk)) issues.add(`lines.${index}.item_fk`, 'not_made_of_itself');
  });
  checkOneRateOfCosts(making.costs, issues);
  issues.throwIfAny();
  return making;
}
