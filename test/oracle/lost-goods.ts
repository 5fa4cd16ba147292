/** Random charges for goods that were lost on their way, after they were written off, and what takes them back. */
import { dateOf } from '../projector/acts.ts';
import type { Shop } from '../projector/shop.ts';
import { type Chance, payable } from './chance.ts';

/** A person of every play. */
export const SOMEBODY = 1;

const WHY = { reason: 'the driver remembers' };

/**
 * Writes off what is still on its way, charges what is left of the cost or an amount, perhaps twice, and perhaps takes one
 * of the charges back. What is charged already is refused.
 */
export async function chargeLost(
  shop: Shop,
  found: { readonly kind: string; readonly id: number } | undefined,
  act: Chance,
): Promise<void> {
  if (!found) return;
  const { kind, id } = found;
  const on = (days: number) => dateOf({ ...act, day: Math.min(28, act.day + days) });
  await shop.transit(kind, id, 'report_missing', { date: on(7) });
  const part = act.flag ? { charged_amount: payable(act.amount, 1000, false) } : {};
  const charge = (charge_id: number, more: object) =>
    shop.transit(kind, id, 'charge_missing', { charge_id, charged_user_fk: SOMEBODY, ...more, ...WHY });
  const number = 1 + (act.amount % 3);
  await charge(number, { date: on(8), ...part });
  if (act.foreign) await charge(number + 1, { date: on(9) });
  if (act.count % 3 > 0) return;
  const day = act.other === 0 ? {} : { date: on(8 + act.other) };
  await shop.transit(kind, id, 'reverse_charge', { charge_id: number, ...day, ...WHY });
}
