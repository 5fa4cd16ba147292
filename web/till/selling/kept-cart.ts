/**
 * Stores the sale on the screen with every change, so that a killed or reloaded tab continues: at most the last key is
 * lost. Each window has its own; the next window to open takes over the sale of a closed one. The sale belongs to the
 * cashier: another cashier starts with an empty screen.
 */
import { v7 as uuid } from 'uuid';
import { isObject, listOf, membersOf } from '../../../domain/values/members.ts';
import type { TillDevice } from '../device/device.ts';
import type { KeptSale } from '../device/parked.ts';
import { type Cart, EMPTY_CART, isEmpty, withRemoved } from './cart.ts';
import type { Exchange } from './exchange.ts';
import { isCart, knowCart } from './parking.ts';
import type { Tender } from './payment.ts';
import { isUnfinished, openExchange, type Sale, type SaleStore, unpaidCart } from './sale-store.ts';

/** Lock held by an open window for its stored sale. */
const lockOf = (own: string): string => `daftar-till-cart-${own}`;

/** The cart, with its tenders and exchange. */
interface KeptCart extends Cart {
  readonly tenders: readonly Tender[];
  readonly exchange: Exchange | null;
}

/** Undefined when the screen has nothing to lose. */
export function keptSale(sale: Sale, cashier: number, now: Date): KeptSale | undefined {
  const { cart, tenders, exchange, held, stage } = sale;
  if (stage === 'paid' || (isEmpty(cart) && cart.removed.length === 0 && exchange === null)) return undefined;
  const kept: KeptCart = { ...cart, tenders, exchange };
  return { parked_at: now.toISOString(), cashier_fk: cashier, cart: kept, id: held };
}

export function keepCart(device: TillDevice, store: SaleStore, cashier: number): () => void {
  const own = uuid();
  store.stampWith(() => ({ ...device.clock.moment(), cashier_fk: cashier }));
  const ended = new AbortController();
  let isTakenUp = false;
  const saver = saverOf<Sale>(async (sale) => {
    // The journal stores the receipt and removes this sale in one transaction.
    if (!sale.isWriting) await device.parked.keep(own, keptSale(sale, cashier, device.clock.now()));
  });
  /** An exchange stays with the cashier too: its amount is due from their drawer. */
  const leave = async () => {
    const sale = store.current();
    store.begin();
    await saver(sale);
  };
  const holding = navigator.locks.request(lockOf(own), { signal: ended.signal }, async () => {
    await takeUp(device, store, cashier, own);
    device.parked.ofWindow = own;
    isTakenUp = true;
    void saver(store.current());
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  });
  // The lock is released when the cashier changes.
  holding.catch(() => undefined);
  const stop = store.subscribe(() => {
    if (isTakenUp) void saver(store.current());
  });
  return () => {
    stop();
    void leave().finally(() => ended.abort());
  };
}

/**
 * Saves a value at once, and after that the newest of those that arrived meanwhile. Resolves when nothing is left to
 * save.
 */
export function saverOf<Value>(save: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let next: { readonly value: Value } | undefined;
  let saving: Promise<void> | undefined;
  const run = async () => {
    try {
      for (let current = next; current; current = next) {
        next = undefined;
        await save(current.value);
      }
    } finally {
      saving = undefined;
    }
  };
  return (value) => {
    next = { value };
    saving ??= run();
    return saving;
  };
}

/**
 * Takes the cashier's newest sale of a closed window; keeps a sale that is already on the screen, also an exchange without
 * goods: its money is owed to the customer.
 */
export async function takeUp(device: TillDevice, store: SaleStore, cashier: number, own: string): Promise<void> {
  for (const { uuid: id } of (await device.parked.keptOf(cashier)).toReversed()) {
    const { stage } = store.current();
    if (stage === 'paid' || isUnfinished(store.current())) return;
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      const sale = lock ? await device.parked.adopt(id, cashier, own) : undefined;
      if (!sale || !isCart(sale.cart)) return;
      await knowCart(device, sale.cart);
      const found = restored(sale.cart, sale.id);
      store.begin({ ...found, cart: withRemoved(found.cart, unpaidCart(store.current())) });
    });
  }
}

/** A sale with tenders returns to the payment screen. */
export function restored(kept: Cart & Partial<KeptCart>, held: number | null): Partial<Sale> & Pick<Sale, 'cart'> {
  const { tenders: given, exchange = null, ...cart } = kept;
  const tenders = listOf(given).filter(isTender);
  const stage = tenders.length > 0 ? 'paying' : 'selling';
  return { cart: { ...EMPTY_CART, ...cart }, tenders, exchange, held, stage };
}

const isTender = (value: unknown): value is Tender => isObject(value) && typeof value['amount'] === 'string';

/**
 * The number of the receipt whose exchange is open in this drawer, on the screen or in a stored sale of the cashier;
 * undefined when there is none. The drawer owes its money.
 */
export function exchangeOfDrawer(
  drawer: string,
  sale: Sale,
  kept: readonly Pick<KeptSale, 'cart'>[],
): string | undefined {
  const exchanges = [openExchange(sale), ...kept.map(({ cart }) => membersOf(cart)['exchange'])].map(membersOf);
  const open = exchanges.find((exchange) => exchange['drawer'] === drawer);
  return open && String(open['number']);
}
