/** The sale of this window: its cart, tenders, and stage. One store for the whole till application. */
import type { TillItem } from '../device/catalogue/catalogue-rows.ts';
import { type Cart, EMPTY_CART, grownLine, isEmpty, type Stamp, stamped, withApprovalOf } from './cart.ts';
import type { Exchange } from './exchange.ts';
import type { Tender } from './payment.ts';

/** A stored receipt. */
export interface Paid {
  readonly uuid: string;
  readonly number: string;
  /** Decimal texts, in the system currency. */
  readonly total: string;
  readonly change: string;
}

/** A notice for the cashier beside the lines, until the next scan. */
export type Remark =
  | { readonly kind: 'unknown_barcode'; readonly code: string }
  | { readonly kind: 'said'; readonly key: string; readonly params?: Readonly<Record<string, string>> };

/** A quantity that a person is asked about before it is taken. */
export interface AskedQuantity {
  readonly item: TillItem;
  readonly unit_fk: number;
  readonly quantity: string;
  /** The goods whose code it is too; null for a quantity above the limit. */
  readonly coded: TillItem | null;
  /** What a yes changes. */
  readonly change: (cart: Cart) => Cart;
}

export interface Sale {
  readonly stage: 'selling' | 'paying' | 'paid';
  readonly cart: Cart;
  readonly tenders: readonly Tender[];
  readonly exchange: Exchange | null;
  /** Id of the server's parked receipt that was resumed. */
  readonly held: number | null;
  /** Id of the line that keys change. */
  readonly selected: number | null;
  readonly remark: Remark | null;
  readonly asked: AskedQuantity | null;
  readonly paid: Paid | null;
  /** The entry is being stored: the journal determines the outcome. */
  readonly isWriting: boolean;
}

export const NEW_SALE: Sale = {
  stage: 'selling',
  cart: EMPTY_CART,
  tenders: [],
  exchange: null,
  held: null,
  selected: null,
  remark: null,
  asked: null,
  paid: null,
  isWriting: false,
};

export interface SaleStore {
  readonly current: () => Sale;
  readonly subscribe: (listener: () => void) => () => void;
  /** Other members stay unchanged. */
  readonly set: (change: Partial<Sale>) => void;
  /**
   * Changes the cart; an added or raised line becomes the selected one. While an entry is being stored, the change waits:
   * it is made to the next receipt, or to this one when the entry could not be stored.
   */
  readonly edit: (change: (cart: Cart) => Cart) => void;
  readonly begin: (sale?: Partial<Sale>) => void;
  /** Runs `work` after all earlier works have ended, so that scans add their lines in their order. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Sets the time and cashier of lines that are removed from now on. */
  readonly stampWith: (stamp: () => Stamp) => void;
}

export function createSaleStore(): SaleStore {
  let sale = NEW_SALE;
  let stamp: (() => Stamp) | undefined;
  const listeners = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();
  const put = (next: Sale) => {
    const cart = withApprovalOf(sale.cart, stamp ? stamped(next.cart, stamp) : next.cart);
    sale = { ...next, cart };
    for (const listener of listeners) listener();
  };
  const edit = (change: (cart: Cart) => Cart) => {
    // A paid receipt is final: the next scan starts a new one.
    const before = sale.stage === 'paid' ? NEW_SALE : sale;
    const cart = change(before.cart);
    const line = grownLine(before.cart, cart) ?? before.selected;
    const kept = cart.lines.some(({ line_id }) => line_id === line) ? line : undefined;
    const selected = kept ?? cart.lines.at(-1)?.line_id ?? null;
    put({ ...before, cart, stage: 'selling', remark: null, asked: null, selected });
  };
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    // The caller receives the error; the next work starts after a failed one too.
    last = done.catch(() => undefined);
    return done;
  };
  return {
    current: () => sale,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (change) => put({ ...sale, ...change }),
    edit(change) {
      if (sale.isWriting) void inTurn(async () => edit(change));
      else edit(change);
    },
    begin: (change = {}) => put({ ...NEW_SALE, ...change }),
    inTurn,
    stampWith: (next) => {
      stamp = next;
    },
  };
}

/** The exchange on the screen whose goods are not paid. */
export const openExchange = ({ exchange, stage }: Sale): Exchange | null => (stage === 'paid' ? null : exchange);

/** The goods on the screen that are not paid. */
export const unpaidCart = ({ cart, stage }: Sale): Cart => (stage === 'paid' ? EMPTY_CART : cart);

/** True for a sale that is lost when another one replaces it: unpaid goods, or an open exchange. */
export const isUnfinished = (sale: Sale): boolean => !isEmpty(unpaidCart(sale)) || openExchange(sale) !== null;

export const saleStore = createSaleStore();
