/**
 * Fields of events that tell what goods cost or what was earned on them, beside the prices of a document that names its
 * supplier: those are what the document is, and are seen by whoever may show it. In the log they are shown to whoever
 * holds `items/show_cost`.
 */

/** By kind of the document, at any depth of its events. */
export const COST_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  direct_adjustment: new Set(['unit_cost']),
  inventory_adjustment: new Set(['unit_cost']),
  // What was put on stock for the goods that go back, and what is to be earned on goods that were bought.
  purchase_return: new Set(['goods_base']),
  purchase: new Set(['desired_profit', 'profit_rate']),
  /** Of goods; opening balances of accounts are amounts. */
  opening_balance: new Set(['value']),
  // Of gross profit, where the salesman is paid by it.
  salesman_commission: new Set(['sources', 'basis']),
  year_close: new Set(['balances', 'differences']),
};

/** The data of an event with null in place of its cost fields. */
export function withoutCostFields(kind: string, data: unknown): unknown {
  const hidden = Object.hasOwn(COST_FIELDS, kind) ? COST_FIELDS[kind] : undefined;
  if (!hidden) return data;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, hidden.has(name) ? null : visit(inner)]),
    );
  };
  return visit(data);
}

/** True for the path of a change (`lines.3.unit_cost`) that is a cost field or within one. */
export const isOfCost = (kind: string, path: string): boolean =>
  Object.hasOwn(COST_FIELDS, kind) && path.split('.').some((name) => COST_FIELDS[kind]?.has(name));
