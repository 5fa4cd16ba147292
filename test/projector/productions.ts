/** The bodies of productions in random histories. */
import type { Act } from './acts.ts';
import type { Premises } from './shop.ts';

/**
 * The inputs are items of the act, the outputs the other items. The outputs share the value by weight or by sale price;
 * some productions have a cost.
 */
export function productionOf({ items, unit, box, suppliers }: Premises, act: Act, place: object): object {
  const inputs = [...new Set(act.items)];
  const outputs = [0, 1, 2].filter((item) => !inputs.includes(item));
  const cost = { amount: String(act.price), currency_fk: 1, payment_type: 'on_account', supplier_fk: suppliers[0] };
  return {
    ...place,
    costs: act.onAccount ? [cost] : [],
    lines: [
      ...inputs.map((item, index) => ({
        role: 'input',
        item_fk: items[item],
        unit_fk: unit,
        quantity: String(index === 0 ? (act.count % 6) + 1 : 1),
      })),
      ...outputs.map((item, index) => ({
        role: 'output',
        item_fk: items[item],
        unit_fk: act.boxes ? box : unit,
        quantity: String(index + 1),
        share: act.foreign ? String(act.count + index) : null,
      })),
    ],
    status: act.of % 7 === 0 ? 'draft' : 'complete',
  };
}
