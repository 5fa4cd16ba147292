/**
 * Event fields that reveal costs of goods or profit. The log shows them only with `items/show_cost`. Prices of
 * documents with a supplier are not included: everyone who may show the document sees them.
 */

import { type Members, membersOf } from '../values/members.ts';

/**
 * Computed, of documents of any kind: what goods that are missing on their way are charged at is what they cost, unless another
 * amount was agreed.
 */
const OF_EVERY_KIND: ReadonlySet<string> = new Set(['charged_amount']);

/** By kind of the document, at any depth of its events. */
export const COST_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  direct_adjustment: new Set(['unit_cost']),
  inventory_adjustment: new Set(['unit_cost']),
  // Stock value of the returned goods.
  purchase_return: new Set(['goods_base']),
  purchase: new Set(['desired_profit', 'profit_rate']),
  /** Cost of goods; opening balances of other accounts have `amount`. */
  opening_balance: new Set(['value']),
  // Amounts of gross profit, from which the commission may be calculated.
  salesman_commission: new Set(['sources', 'basis']),
  year_close: new Set(['balances', 'differences']),
};

/** The data of an event with null in place of its cost fields. */
export function withoutCostFields(kind: string, data: unknown): unknown {
  return without(fieldsOf(kind), data);
}

const fieldsOf = (kind: string): ReadonlySet<string> =>
  Object.hasOwn(COST_FIELDS, kind) ? new Set([...OF_EVERY_KIND, ...(COST_FIELDS[kind] ?? [])]) : OF_EVERY_KIND;

/** The same data when no such field is in it. */
function without(hidden: ReadonlySet<string>, data: unknown): unknown {
  const isIn = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.some(isIn)
      : Object.entries(membersOf(value)).some(([name, inner]) => hidden.has(name) || isIn(inner));
  if (!isIn(data)) return data;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, hidden.has(name) ? null : visit(inner)]),
    );
  };
  return visit(data);
}

/** Kinds whose cost fields the server computes; the cost fields of others are entered by whoever may show the document. */
const COMPUTED: ReadonlySet<string> = new Set(['salesman_commission', 'year_close', 'purchase_return']);

/**
 * The data of a document in lists and answers for a person without `items/show_cost`: computed cost fields are null. A
 * commission on sales or revenue reveals no cost.
 */
export function withoutComputedCost(kind: string, data: Members): Members {
  const isFree = kind === 'salesman_commission' && data['commission_type'] !== 'gross_profit';
  return membersOf(without(COMPUTED.has(kind) && !isFree ? fieldsOf(kind) : OF_EVERY_KIND, data));
}

/** True for the path of a change (`lines.3.unit_cost`) that is a cost field or inside one. */
export const isOfCost = (kind: string, path: string): boolean =>
  path.split('.').some((name) => fieldsOf(kind).has(name));
