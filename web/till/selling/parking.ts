/** Sales that are put aside and taken up again: on this device at once, and for the other tills of the outlet by the device's core. */
import { v7 as uuid } from 'uuid';
import { isObject, listOf } from '../../../domain/kernel/members.ts';
import type { TillDevice } from '../device/device.ts';
import { type Cart, EMPTY_CART } from './cart.ts';
import type { SaleStore } from './sale-store.ts';

/** The customer or the first goods: by what a cashier knows it again. */
const labelOf = ({ customer, lines }: Cart): string => customer?.consumer_name ?? lines[0]?.item.item_name ?? '';

export async function parkCart(device: TillDevice, cashier: number, cart: Cart, total: string): Promise<void> {
  const parked_at = device.clock.now().toISOString();
  await device.parked.put({
    uuid: uuid(),
    parked_at,
    cashier_fk: cashier,
    label: labelOf(cart),
    total,
    cart,
    id: null,
  });
}

/** The screen is empty once the sale is on the disk. */
export async function park(device: TillDevice, cashier: number, store: SaleStore, total: string): Promise<void> {
  const { cart } = store.current();
  if (cart.lines.length === 0) return;
  await parkCart(device, cashier, cart, total);
  store.begin();
}

/** False where another window, or another till, took it first. What stands on the screen is parked instead. */
export async function resume(device: TillDevice, store: SaleStore, wanted: string): Promise<boolean> {
  const sale = await device.parked.take(wanted);
  if (!sale || !isCart(sale.cart)) return false;
  store.begin({ cart: { ...EMPTY_CART, ...sale.cart }, held: sale.id });
  return true;
}

/** What this program wrote: the lines of a cart hold their items whole. */
export const isCart = (value: unknown): value is Cart =>
  isObject(value) && listOf(value['lines']).every((line) => isObject(line) && isObject(line['item']));
