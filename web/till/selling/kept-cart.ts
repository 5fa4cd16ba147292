/**
 * The sale on the screen is kept on the device with every change, so that a tab that is killed or reloaded goes on where it was: what it may lose is the
 * key that is pressed at that moment. Each window keeps its own; the kept sale of a window that is gone is taken up by the next one that opens. It is the
 * cashier's: whoever takes over begins with an empty screen, and finds their own there.
 */
import { v7 as uuid } from 'uuid';
import { isObject, listOf } from '../../../domain/kernel/members.ts';
import type { TillDevice } from '../device/device.ts';
import type { KeptSale } from '../device/parked.ts';
import { type Cart, EMPTY_CART, isEmpty, withRemoved } from './cart.ts';
import { isCart, knowCart } from './parking.ts';
import type { Tender } from './payment.ts';
import { type Exchange, type Sale, type SaleStore, unpaidCart } from './sale-store.ts';

/** Held by the window that a kept sale belongs to, for as long as it is open. */
const lockOf = (own: string): string => `daftar-till-cart-${own}`;

/** The cart, and what was handed over or given back for it. */
interface KeptCart extends Cart {
  readonly tenders: readonly Tender[];
  readonly exchange: Exchange | null;
}

/** Undefined where nothing on the screen could be lost. */
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
    // The receipt and the end of its kept sale are one transaction of the journal.
    if (!sale.isWriting) await device.parked.keep(own, keptSale(sale, cashier, device.clock.now()));
  });
  /** The other half of a refund that was given back is sold to its end by whoever is there. */
  const leave = async () => {
    if (store.current().exchange) return device.parked.keep(own, undefined);
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
  // The lock is given up when the cashier changes.
  holding.catch(() => undefined);
  const stop = store.subscribe(() => {
    if (isTakenUp) void saver(store.current());
  });
  return () => {
    stop();
    void leave().finally(() => ended.abort());
  };
}

/** Saves what it is given at once, and after that the newest of what came meanwhile. Resolves when nothing is left to be saved. */
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

/** The newest sale of the cashier whose window is gone; what stands on the screen already stays. */
async function takeUp(device: TillDevice, store: SaleStore, cashier: number, own: string): Promise<void> {
  for (const { uuid: id } of (await device.parked.keptOf(cashier)).toReversed()) {
    if (!isEmpty(store.current().cart)) return;
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      const sale = lock ? await device.parked.adopt(id, cashier, own) : undefined;
      if (!sale || !isCart(sale.cart)) return;
      await knowCart(device, sale.cart);
      const found = restored(sale.cart, sale.id);
      store.begin({ ...found, cart: withRemoved(found.cart, unpaidCart(store.current())) });
    });
  }
}

/** What was handed over already waits for *paid* again. */
export function restored(kept: Cart & Partial<KeptCart>, held: number | null): Partial<Sale> & Pick<Sale, 'cart'> {
  const { tenders: given, exchange = null, ...cart } = kept;
  const tenders = listOf(given).filter(isTender);
  const stage = tenders.length > 0 ? 'paying' : 'selling';
  return { cart: { ...EMPTY_CART, ...cart }, tenders, exchange, held, stage };
}

const isTender = (value: unknown): value is Tender => isObject(value) && typeof value['amount'] === 'string';
