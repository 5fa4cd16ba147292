/** What the terms of a customer are compared with: the debt of a sale on account, and the oldest unpaid document. */
import { type Money, readMoney, subtract, ZERO } from '../../domain/values/money.ts';
import { convert, readRate } from '../../domain/values/rate.ts';
import { type Fields, idOf, textOf } from '../shared/document/model/draft.ts';

/**
 * The amount by which a sale increases the debt, in the system currency: its total without what is paid now. Undefined
 * without a valid amount or rate.
 */
export function soldOnAccount(total: string, header: Fields, system: number): Money | undefined {
  const [whole, currency] = [readMoney(total), idOf(header, 'currency_fk') ?? system];
  if (whole === undefined) return undefined;
  const amount = subtract(whole, readMoney(textOf(header, 'paid_now') ?? '') ?? ZERO);
  if (currency === system) return amount;
  const at = readRate(textOf(header, 'rate') ?? '');
  return at === undefined || at <= 0n ? undefined : convert(amount, currency, system, at);
}

/** In any currency: the server refuses sales in the others too. */
export const oldestOf = <Item extends { readonly days: number }>(overdue: readonly Item[]): Item | undefined =>
  overdue.reduce<Item | undefined>((oldest, item) => (oldest && oldest.days >= item.days ? oldest : item), undefined);
