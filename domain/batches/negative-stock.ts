/** Whether the stock of an inventory may fall below zero: as its outlet's record states, else as the system setting. */
import type { Facts } from '../deciding/facts.ts';

export function mayGoBelowZero(inventory: number, facts: Pick<Facts, 'record'>): boolean {
  const outlet = facts.record('inventory', inventory)?.data['outlet_fk'];
  const own = typeof outlet === 'number' ? facts.record('outlet', outlet)?.data['negative_stock'] : undefined;
  if (own === 'allowed' || own === 'refused') return own === 'allowed';
  return facts.record('system_setting', 1)?.data['allow_negative_stock'] === true;
}
