/** The content of the customer display: texts in every language, sent to this browser's windows. */
import { LANGUAGES, type Language } from '../../../domain/values/language.ts';
import { isObject, keyedBy } from '../../../domain/values/members.ts';
import { add, type Money, printMoney, ZERO } from '../../../domain/values/money.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import { exchanged, type repaid, repaidTotal } from './exchange.ts';
import { nameIn, type Terms } from './goods.ts';
import { settle } from './payment.ts';
import type { PricedCart } from './priced-cart.ts';
import type { Sale } from './sale-store.ts';

export const DISPLAY_CHANNEL = 'daftar-till-display';

export interface ShownLine {
  readonly key: number;
  readonly name: Readonly<Record<Language, string>>;
  readonly quantity: string;
  readonly total: string;
}

export interface ShownSale {
  readonly kind: 'sale';
  readonly stage: Sale['stage'];
  readonly lines: readonly ShownLine[];
  readonly total: string;
  /** Empty before payment. */
  readonly change: string;
  readonly discount: string;
  /** The amount that an exchange repaid; empty without one. */
  readonly given: string;
  readonly currency: string;
  /** Between two sales; empty without a setting. */
  readonly greeting: string;
}

let channel: BroadcastChannel | undefined;
let last = '';

/** Called after every change; sends only changed content. A newly opened display requests it. */
export function showToCustomer(shown: ShownSale): void {
  if (typeof BroadcastChannel === 'undefined') return;
  if (!channel) {
    channel = new BroadcastChannel(DISPLAY_CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isObject(data) && data['kind'] === 'asked' && last !== '') channel?.postMessage(JSON.parse(last));
    });
  }
  const text = JSON.stringify(shown);
  if (text === last) return;
  last = text;
  channel.postMessage(shown);
}

export function shownSale(
  sale: Sale,
  priced: PricedCart,
  terms: Terms,
  {
    currency,
    greeting,
    given,
  }: Pick<ShownSale, 'currency' | 'greeting'> & { readonly given: ReturnType<typeof repaid> },
): ShownSale {
  const amount = (value: Money | string) =>
    formatDecimal(typeof value === 'string' ? value : printMoney(value), {
      decimals: terms.decimals,
      decimalsMin: terms.decimals,
    });
  const { totals } = priced;
  const discount = add(totals.itemDiscount, totals.invoiceDiscount);
  const tendered = sale.tenders.length > 0;
  const back = sale.paid ? ZERO : repaidTotal(given);
  const difference = exchanged(totals.total, back);
  const { change } = settle(difference.pays, sale.tenders, terms, { hasCustomer: true, drawer: [] });
  return {
    kind: 'sale',
    stage: sale.stage,
    currency,
    greeting,
    lines: priced.lines.map((line) => ({
      key: line.line_id,
      name: keyedBy(LANGUAGES, (language) => nameIn(line.item, 'item_name', language)),
      quantity: formatDecimal(line.own?.quantity ?? line.bonus_quantity, { decimals: 6 }),
      total: amount(line.total),
    })),
    total: amount(sale.paid?.total ?? difference.pays),
    change: sale.paid
      ? amount(sale.paid.change)
      : difference.given > 0n
        ? amount(difference.given)
        : tendered && change !== undefined
          ? amount(change)
          : '',
    given: back > 0n ? amount(back) : '',
    discount: discount > 0n ? amount(discount) : '',
  };
}
