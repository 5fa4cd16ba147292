/** Stores a paid receipt. The screen shows *paid* only after the journal has stored the receipt and its paper. */

import type { ReceiptEntry } from '../../../domain/till/device-entry.schema.ts';
import { printMoney, ZERO } from '../../../domain/values/money.ts';
import type { PrintedForm } from '../device/database-schema.ts';
import type { Journal } from '../device/journal.ts';
import { DayChanged, type Terms } from './goods.ts';
import type { Settlement, Tender } from './payment.ts';
import type { PricedCart } from './priced-cart.ts';
import { receiptContent } from './receipt-entry.ts';
import type { Sale, SaleStore } from './sale-store.ts';

export interface Paying {
  /** As it was on the screen when *paid* was pressed. */
  readonly sale: Sale;
  /** Its tenders, after those of an exchange. */
  readonly tenders: readonly Tender[];
  readonly priced: PricedCart;
  readonly settlement: Settlement;
  readonly terms: Terms;
  /** UUID of the drawer's opening. */
  readonly drawer: string;
  /** The shop's local date and time when *paid* was pressed. */
  readonly date: string;
  readonly time: string;
  readonly cashier: number;
  /** The stored sale of this window. */
  readonly kept: string | undefined;
  /** Creates the paper of the receipt, which is stored with it. */
  readonly paper: (receipt: ReceiptEntry) => PrintedForm;
}

/**
 * Returns the UUID of the entry; undefined when an earlier scan or a key has changed the sale meanwhile, so that nothing
 * is stored. Later scans wait and start the next receipt. Throws DayChanged, and the journal's errors; then nothing is
 * stored, and the sale is unchanged.
 */
export const pay = (journal: Pick<Journal, 'append'>, store: SaleStore, paying: Paying): Promise<string | undefined> =>
  store.inTurn(async () => {
    const { cart, tenders, stage } = store.current();
    const isSame = cart === paying.sale.cart && tenders === paying.sale.tenders && stage === paying.sale.stage;
    if (!isSame) return undefined;
    if (paying.date !== paying.terms.day) {
      // The screen shows the same sale at the prices of the new day.
      store.set({});
      throw new DayChanged(paying.date);
    }
    return storeReceipt(journal, store, paying);
  });

async function storeReceipt(journal: Pick<Journal, 'append'>, store: SaleStore, paying: Paying): Promise<string> {
  const { sale, tenders, priced, settlement, terms, drawer, time, cashier, paper } = paying;
  const content = (number: string): ReceiptEntry =>
    receiptContent(
      {
        cart: sale.cart,
        priced,
        tenders,
        settlement,
        terms,
        drawer: { uuid: drawer },
        time,
        replaces: sale.exchange && { uuid: sale.exchange.uuid },
        held: sale.held,
      },
      number,
    );
  store.set({ isWriting: true });
  try {
    const { entry, number } = await journal.append({
      content: (place) => content(place.number),
      printed: (place) => paper(content(place.number)),
      cashier_fk: cashier,
      approval: sale.cart.approval,
      settles: paying.kept,
    });
    const paid = {
      uuid: entry.uuid,
      number,
      total: printMoney(priced.totals.total),
      change: printMoney(settlement.change ?? ZERO),
    };
    store.set({ stage: 'paid', paid });
    return entry.uuid;
  } finally {
    store.set({ isWriting: false });
  }
}
