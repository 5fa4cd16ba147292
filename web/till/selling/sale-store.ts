/** The sale in this window: its cart, what was handed over, and how far it is. One store for the whole till application. */
import { type Cart, EMPTY_CART, grownLine, type Stamp, stamped } from './cart.ts';
import type { Tender } from './payment.ts';

/** The refund that a receipt is sold in exchange for: its entry, and what it gave back in cash. */
export interface Exchange {
  readonly uuid: string;
  readonly number: string;
  /** Decimal text, in the currency of the books. */
  readonly given: string;
}

/** A receipt that is on the disk. */
export interface Paid {
  readonly uuid: string;
  readonly number: string;
  /** Decimal texts, in the currency of the books. */
  readonly total: string;
  readonly change: string;
}

/** What the cashier is told beside the lines, until the next scan. */
export type Remark =
  | { readonly kind: 'unknown_barcode'; readonly code: string }
  | { readonly kind: 'said'; readonly key: string; readonly params?: Readonly<Record<string, string>> };

export interface Sale {
  readonly stage: 'selling' | 'paying' | 'paid';
  readonly cart: Cart;
  readonly tenders: readonly Tender[];
  readonly exchange: Exchange | null;
  /** Id of the held receipt of the server that was taken up. */
  readonly held: number | null;
  /** Number of the line that keys change. */
  readonly selected: number | null;
  readonly remark: Remark | null;
  readonly paid: Paid | null;
  /** It is on its way to the disk: what happens to it is said by the journal. */
  readonly isWriting: boolean;
}

export const NEW_SALE: Sale = {
  ...{ stage: 'selling', cart: EMPTY_CART, tenders: [], exchange: null, held: null },
  ...{ selected: null, remark: null, paid: null, isWriting: false },
};

export interface SaleStore {
  readonly current: () => Sale;
  readonly subscribe: (listener: () => void) => () => void;
  /** Members that are not named stay. */
  readonly set: (change: Partial<Sale>) => void;
  /** Changes the cart; the line that was added or raised is the one that keys change from now on. */
  readonly edit: (change: (cart: Cart) => Cart) => void;
  readonly begin: (sale?: Partial<Sale>) => void;
  /** What is taken off from now on is written down with this moment and cashier. */
  readonly stampWith: (stamp: () => Stamp) => void;
}

export function createSaleStore(): SaleStore {
  let sale = NEW_SALE;
  let stamp: (() => Stamp) | undefined;
  const listeners = new Set<() => void>();
  const put = (next: Sale) => {
    sale = stamp ? { ...next, cart: stamped(next.cart, stamp) } : next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => sale,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (change) => put({ ...sale, ...change }),
    edit(change) {
      // A paid receipt is left as it is: the first scan after it begins the next one.
      const before = sale.stage === 'paid' ? NEW_SALE : sale;
      const cart = change(before.cart);
      const line = grownLine(before.cart, cart) ?? before.selected;
      const kept = cart.lines.some(({ line_id }) => line_id === line) ? line : undefined;
      put({ ...before, cart, stage: 'selling', remark: null, selected: kept ?? cart.lines.at(-1)?.line_id ?? null });
    },
    begin: (change = {}) => put({ ...NEW_SALE, ...change }),
    stampWith: (next) => {
      stamp = next;
    },
  };
}

/** What stands on the screen and is not paid. */
export const unpaidCart = ({ cart, stage }: Sale): Cart => (stage === 'paid' ? EMPTY_CART : cart);

export const saleStore = createSaleStore();
