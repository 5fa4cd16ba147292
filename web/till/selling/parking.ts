/** Sales that are put aside and taken up again: on this device at once, and for the other tills of the outlet as soon as the server is reached. */
import { v7 as uuid } from 'uuid';
import { isObject, listOf } from '../../../domain/kernel/members.ts';
import type { ParkedSale } from '../device/database-schema.ts';
import type { TillDevice } from '../device/device.ts';
import type { TakenUp } from '../device/shared-sales.ts';
import { type Cart, EMPTY_CART, emptied, type Share, split, withRemoved } from './cart.ts';
import { type SaleStore, unpaidCart } from './sale-store.ts';

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
  void device.shared.exchange();
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
    void device.shared.exchange();
  }
  store.begin({ cart: rest.lines.length > 0 ? other : withRemoved(other, cart), exchange });
}

/** `gone` where another window, or another till, took it first. */
export async function resume(
  device: TillDevice,
  cashier: number,
  store: SaleStore,
  wanted: string,
): Promise<TakenUp['outcome']> {
  const taken = await device.shared.takeUp(wanted, cashier);
  if (taken.outcome !== 'taken') return taken.outcome;
  void device.shared.exchange();
  const { cart, id } = taken.sale;
  if (!isCart(cart)) return 'gone';
  await knowCart(device, cart);
  store.begin({ cart: withRemoved({ ...EMPTY_CART, ...cart }, unpaidCart(store.current())), held: id });
  return 'taken';
}

/** Nobody wants it any more: what was on it counts as taken off. */
export async function dropParked(
  device: TillDevice,
  cashier: number,
  store: SaleStore,
  wanted: string,
): Promise<TakenUp['outcome']> {
  const taken = await device.shared.takeUp(wanted, cashier, false);
  void device.shared.exchange();
  if (taken.outcome === 'taken' && isCart(taken.sale.cart)) {
    const dropped = emptied({ ...EMPTY_CART, ...taken.sale.cart });
    await knowCart(device, taken.sale.cart);
    const cart = unpaidCart(store.current());
    const changed = { ...cart, removed: [...cart.removed, ...dropped.removed] };
    if (store.current().stage === 'paid') store.begin({ cart: changed });
    else store.set({ cart: changed });
  }
  return taken.outcome;
}

/** Its prices are worked out with what the catalogue of this device says of its goods and its customer. */
export const knowCart = ({ catalogue }: TillDevice, { lines, removed, customer }: Cart): Promise<void> =>
  catalogue.know({
    // A sale that was parked by a program of before has no lines here.
    items: [...lines, ...removed.flatMap(({ line }) => line ?? [])].map(({ item }) => item),
    customers: customer ? [customer] : [],
  });

/** What this program wrote: the lines of a cart hold their items whole. */
export const isCart = (value: unknown): value is Cart =>
  isObject(value) && listOf(value['lines']).every((line) => isObject(line) && isObject(line['item']));
