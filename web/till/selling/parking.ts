/**
 * Parks and resumes sales: on this device at once, and for the outlet's other tills as soon as the server is reached.
 */
import { v7 as uuid } from 'uuid';
import { isObject, listOf } from '../../../domain/values/members.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import type { ParkedSale } from '../device/database-schema.ts';
import type { TillDevice } from '../device/device.ts';
import type { TakenUp } from '../device/shared-sales.ts';
import { type Cart, EMPTY_CART, emptied, type Share, split, withRemoved } from './cart.ts';
import type { Terms } from './goods.ts';
import { type PricedCart, pricedCart, totalText } from './priced-cart.ts';
import { openExchange, type SaleStore, unpaidCart } from './sale-store.ts';

/** The label that a cashier recognises: the customer or the first item. */
const labelOf = ({ customer, lines }: Cart): string => customer?.consumer_name ?? lines[0]?.item.item_name ?? '';

/** An approval of a supervisor is not parked: it was given for the payment of this cashier. */
const parkedSale = ({ clock }: TillDevice, cashier: number, cart: Cart, total: string): ParkedSale => ({
  uuid: uuid(),
  parked_at: clock.now().toISOString(),
  cashier_fk: cashier,
  label: labelOf(cart),
  total,
  cart: { ...cart, approval: null },
  id: null,
});

/** A line of nothing, of a label with the weight 0, does not wait: its quantity is typed first, or it is taken off. */
export const mayBePut = ({ lines }: Cart): boolean =>
  lines.length > 0 && lines.every((line) => quantity(line.quantity) > 0n);

/** The screen is cleared after the sale is stored. */
export async function park(device: TillDevice, cashier: number, store: SaleStore, total: string): Promise<void> {
  const { cart } = store.current();
  if (!mayBePut(cart)) return;
  await device.parked.putAside(parkedSale(device, cashier, cart, total));
  store.begin();
  void device.shared.exchange();
}

/** The given quantities stay on the screen, the rest is parked. */
export async function splitSale(
  device: TillDevice,
  cashier: number,
  store: SaleStore,
  { shares, terms }: { readonly shares: readonly Share[]; readonly terms: Terms },
): Promise<void> {
  const { cart, exchange } = store.current();
  const { rest, other } = split(cart, shares, wholeLines(pricedCart(cart, terms)), terms.decimals);
  if (rest.lines.length > 0) {
    const aside = parkedSale(device, cashier, rest, totalText(pricedCart(rest, terms)));
    await device.parked.putAside(aside, { ...aside, cart: { ...other, exchange } });
    void device.shared.exchange();
  }
  store.begin({ cart: rest.lines.length > 0 ? other : withRemoved(other, cart), exchange });
}

/** The lines with their gifts, which a split shares like the paid goods. */
const wholeLines = ({ lines }: PricedCart) => ({
  lines: lines.flatMap(({ own, ...line }) => (own ? [{ ...line, quantity: own.quantity }] : [])),
});

/** `gone` when another window or till took it first. */
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
  // Earlier versions parked approvals.
  const resumed = withRemoved({ ...EMPTY_CART, ...cart, approval: null }, unpaidCart(store.current()));
  store.begin({ cart: resumed, held: id, exchange: openExchange(store.current()) });
  return 'taken';
}

/** Drops a parked sale: its lines count as removed. */
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

/** Loads the items and the customer of a cart from this device's catalogue, for its prices. */
export const knowCart = ({ catalogue }: TillDevice, { lines, removed, customer }: Cart): Promise<void> =>
  catalogue.know({
    // Sales parked by earlier versions have no removed lines.
    items: [...lines, ...removed.flatMap(({ line }) => line ?? [])].map(({ item }) => item),
    customers: customer ? [customer] : [],
  });

/** A cart stored by this program: its lines contain whole items. */
export const isCart = (value: unknown): value is Cart =>
  isObject(value) && listOf(value['lines']).every((line) => isObject(line) && isObject(line['item']));
