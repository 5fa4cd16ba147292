/** Sales that are put aside and taken up again: on this device at once, and for the other tills of the outlet by the device's core. */
import { v7 as uuid } from 'uuid';
import { isObject, listOf } from '../../../domain/kernel/members.ts';
import type { ParkedSale } from '../device/database-schema.ts';
import type { TillDevice } from '../device/device.ts';
import { type Cart, EMPTY_CART, type Share, split } from './cart.ts';
import type { SaleStore } from './sale-store.ts';

/** The customer or the first goods: by what a cashier knows it again. */
const labelOf = ({ customer, lines }: Cart): string => customer?.consumer_name ?? lines[0]?.item.item_name ?? '';

const parkedSale = ({ clock }: TillDevice, cashier: number, cart: Cart, total: string): ParkedSale => ({
  ...{ uuid: uuid(), parked_at: clock.now().toISOString(), cashier_fk: cashier },
  ...{ label: labelOf(cart), total, cart, id: null },
});

/** The screen is empty once the sale is on the disk. */
export async function park(device: TillDevice, cashier: number, store: SaleStore, total: string): Promise<void> {
  const { cart } = store.current();
  if (cart.lines.length === 0) return;
  await device.parked.putAside(parkedSale(device, cashier, cart, total));
  store.begin();
}

/** What is named stays on the screen, the rest is put aside. `totalOf`: what a cart comes to, as text. */
export async function splitSale(
  device: TillDevice,
  cashier: number,
  store: SaleStore,
  { shares, totalOf }: { readonly shares: readonly Share[]; readonly totalOf: (cart: Cart) => string },
): Promise<void> {
  const { cart, exchange } = store.current();
  const { rest, other } = split(cart, shares);
  if (rest.lines.length > 0) {
    const aside = parkedSale(device, cashier, rest, totalOf(rest));
    await device.parked.putAside(aside, { ...aside, cart: { ...other, exchange } });
  }
  store.begin({ cart: other, exchange });
}

/** False where another window, or another till, took it first. */
export async function resume(device: TillDevice, cashier: number, store: SaleStore, wanted: string): Promise<boolean> {
  const sale = await device.parked.takeUp(wanted, cashier);
  if (!sale || !isCart(sale.cart)) return false;
  store.begin({ cart: { ...EMPTY_CART, ...sale.cart }, held: sale.id });
  return true;
}

/** What this program wrote: the lines of a cart hold their items whole. */
export const isCart = (value: unknown): value is Cart =>
  isObject(value) && listOf(value['lines']).every((line) => isObject(line) && isObject(line['item']));
