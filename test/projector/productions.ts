/** What productions say in random histories. */
import type { Act } from './acts.ts';
import type { Premises } from './shop.ts';

/** The first items make the next ones; what comes out shares by weight or by what it sells for, and may cost besides. */
export function productionOf({ items, unit, box, suppliers }: Premises, each: Act, place: object): object {
  const inputs = [...new Set(each.items)];
  const outputs = [0, 1, 2].filter((item) => !inputs.includes(item));
  const cost = { amount: String(each.price), currency_fk: 1, payment_type: 'on_account', supplier_fk: suppliers[0] };
  return {
    ...place,
    costs: each.onAccount ? [cost] : [],
    lines: [
      ...inputs.map((item, index) => ({
        role: 'input',
        item_fk: items[item],
        unit_fk: unit,
        quantity: String(index === 0 ? (each.count % 6) + 1 : 1),
      })),
      ...outputs.map((item, index) => ({
        role: 'output',
        item_fk: items[item],
        unit_fk: each.boxes ? box : unit,
        quantity: String(index + 1),
        share: each.foreign ? String(each.count + index) : null,
      })),
    ],
    status: each.of % 7 === 0 ? 'draft' : 'complete',
  };
}
