/**
 * The sale on the screen is kept on the device after every change, so that a tab that is killed or reloaded goes on where it was. Each
 * window keeps its own; the kept sale of a window that is gone is taken up by the next one that opens. It is the cashier's: whoever takes over
 * begins with an empty screen, and finds their own there.
 */
import { v7 as uuid } from 'uuid';
import type { TillDevice } from '../device/device.ts';
import { EMPTY_CART, isEmpty } from './cart.ts';
import { isCart } from './parking.ts';
import { NEW_SALE, type SaleStore } from './sale-store.ts';

/** Kept sales are parked ones whose label is this; lists of parked sales leave them out. */
export const KEPT = '\u0000kept';
const DELAY_MS = 250;

/** Held by the window that a kept sale belongs to, for as long as it is open. */
const lockOf = (own: string): string => `daftar-till-cart-${own}`;

export function keepCart(device: TillDevice, store: SaleStore, cashier: number): () => void {
  const own = uuid();
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTakenUp = false;
  const save = async () => {
    const { cart, stage, held, isWriting } = store.current();
    // The receipt and the end of its kept sale are one transaction of the journal.
    if (isWriting) return;
    if (stage === 'paid' || isEmpty(cart)) await device.parked.take(own);
    else {
      const parked_at = device.clock.now().toISOString();
      await device.parked.put({ uuid: own, parked_at, cashier_fk: cashier, label: KEPT, total: '0', cart, id: held });
    }
  };
  /** The other half of a refund that was given back is sold to its end by whoever is there. */
  const leave = async () => {
    if (store.current().exchange) return void (await device.parked.take(own));
    const saving = save();
    store.begin();
    await saving;
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), DELAY_MS);
  };
  const holding = navigator.locks.request(lockOf(own), { signal: ended.signal }, async () => {
    await takeUp(device, store, cashier);
    device.parked.ofWindow = own;
    isTakenUp = true;
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  });
  // The lock is given up when the cashier changes.
  holding.catch(() => undefined);
  const stop = store.subscribe(() => isTakenUp && later());
  return () => {
    clearTimeout(timer);
    stop();
    void leave().finally(() => ended.abort());
  };
}

/** The newest sale of the cashier whose window is gone; what stands on the screen already stays. */
async function takeUp(device: TillDevice, store: SaleStore, cashier: number): Promise<void> {
  const kept = (await device.parked.list()).filter(({ label, cashier_fk }) => label === KEPT && cashier_fk === cashier);
  for (const { uuid: id } of kept.toReversed()) {
    if (store.current() !== NEW_SALE && !isEmpty(store.current().cart)) return;
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      const sale = lock ? await device.parked.take(id) : undefined;
      if (sale && isCart(sale.cart)) store.begin({ cart: { ...EMPTY_CART, ...sale.cart }, held: sale.id });
    });
  }
}
