/** Cost and margin of a sale, for users who may see them; a draft is estimated from average costs. */

import type { DocumentTotals } from '../../domain/pricing/totals.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import {
  extend,
  type Money,
  money,
  printMoney,
  roundTo,
  smallestUnit,
  subtract,
  sum,
  toMoney,
  ZERO,
} from '../../domain/values/money.ts';
import {
  inBaseUnits,
  QUANTITY_ONE,
  type Quantity,
  quantity,
  readQuantity,
  toQuantity,
} from '../../domain/values/quantity.ts';
import { convert, readRate } from '../../domain/values/rate.ts';
import type { HeaderFacts, Margin, ShownTotals, TotalRow } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, idOf, type Line, textOf, type Value } from '../shared/document/model/draft.ts';
import { unitsOn } from '../shared/document/model/goods/items.ts';

interface Costed {
  readonly line: Line;
  /** After discounts, without tax, in the document's currency. */
  readonly net: Money;
  readonly cost: Money;
  /** Delivered quantity, including bonus goods. */
  readonly given: Quantity;
}

/** Columns of stock, unit cost and margin, and totals when the cost of every line is known. */
export function marginsOf(
  { header, lines }: Draft,
  totals: DocumentTotals,
  facts: HeaderFacts,
): Pick<ShownTotals, 'columns' | 'margins' | 'rows'> {
  const stock = new Map(
    lines.flatMap(({ key, fields }) => {
      const known = facts.traded?.get(idOf(fields, 'item_fk') ?? 0);
      return known && known.item_type !== 'service' ? [[key, known.available_stock] as const] : [];
    }),
  );
  if (facts.seesCost !== true) return { columns: { stock_quantity: stock }, rows: [] };
  const used = lines.flatMap((line, index) => (idOf(line.fields, 'item_fk') === undefined ? [] : [{ line, index }]));
  const costed = used.flatMap(({ line, index }): Costed[] => {
    const given = givenIn(line.fields);
    const base = costOf(line.fields, given, facts, header['date']);
    const cost = base === undefined ? undefined : inDocument(base, header, facts);
    return cost === undefined || given === 0n ? [] : [{ line, cost, given, net: totals.lines[index]?.net ?? ZERO }];
  });
  const margins = new Map(costed.map((own) => [own.line.key, marginOf(own)]));
  return {
    margins,
    columns: {
      stock_quantity: stock,
      unit_cost: new Map([...margins].map(([key, { unitCost }]) => [key, unitCost])),
      margin: new Map([...margins].flatMap(([key, { percent }]) => (percent === undefined ? [] : [[key, percent]]))),
    },
    rows: costed.length === 0 || costed.length < used.length ? [] : wholeRows(costed, facts.decimals),
  };
}

/** In whole amounts of the currency: an average cost has more decimals than can be paid. */
function wholeRows(costed: readonly Costed[], decimals: number | undefined): TotalRow[] {
  const net = sum(costed.map((own) => own.net));
  const cost = roundTo(sum(costed.map((own) => own.cost)), smallestUnit(decimals));
  const earned = subtract(net, cost);
  const percent = percentEarned(earned, net);
  return [
    { label: 'document:totals.cost', value: printMoney(cost), always: true },
    {
      label: percent === undefined ? 'document:totals.margin' : 'document:totals.margin_percent',
      params: { percent: percent ?? '' },
      value: printMoney(earned),
      always: true,
    },
  ];
}

const countOf = (value: unknown): bigint => (typeof value === 'string' ? (readQuantity(value) ?? 0n) : 0n);
const givenIn = (fields: Fields): Quantity =>
  toQuantity(countOf(fields['quantity']) + countOf(fields['bonus_quantity']));

/** In the system currency: the posted cost, otherwise the current average. A service costs zero. */
function costOf(
  fields: Fields,
  given: Quantity,
  { traded, costs }: HeaderFacts,
  day: Value | undefined,
): Money | undefined {
  const item = idOf(fields, 'item_fk') ?? 0;
  const known = traded?.get(item);
  if (known?.item_type === 'service') return ZERO;
  const booked = costs?.get(idOf(fields, 'line_id') ?? 0);
  if (booked !== undefined) return money(booked);
  const unit = unitsOn(item, day, known?.units ?? []).find(({ unit_fk }) => unit_fk === idOf(fields, 'unit_fk'));
  if (!known || known.unit_cost === null || !unit) return undefined;
  return extend(money(known.unit_cost), inBaseUnits(given, quantity(unit.base_unit_qty)));
}

function inDocument(amount: Money, header: Fields, { systemCurrency }: HeaderFacts): Money | undefined {
  const currency = idOf(header, 'currency_fk') ?? systemCurrency;
  if (currency === systemCurrency) return amount;
  const at = readRate(textOf(header, 'rate') ?? '');
  return at === undefined || at <= 0n ? undefined : convert(amount, systemCurrency, currency, at);
}

function marginOf({ cost, given, net }: Costed): Margin {
  const unitCost = printMoney(toMoney(divideRounded(cost * QUANTITY_ONE, given)));
  return { unitCost, percent: percentEarned(subtract(net, cost), net) };
}

/** With one decimal; undefined when `net` is zero. */
function percentEarned(earned: Money, net: Money): string | undefined {
  if (net <= 0n) return undefined;
  return printMoney(toMoney(divideRounded(earned * 1000n, net) * 1000n));
}
