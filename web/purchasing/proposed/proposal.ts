/** The proposed goods as they are changed on the screen, and the purchase orders that they become. */

import { purchaseTotals } from '../../../domain/pricing/purchase-values.ts';
import { printMoney, readMoney } from '../../../domain/values/money.ts';
import { readQuantity } from '../../../domain/values/quantity.ts';
import type { Reads } from '../../shared/api/read.ts';

export type Proposal = Reads['purchase_orders/proposal'];
export type ProposedItem = Proposal['items'][number];

/** The changes of a person to a proposed item. */
export interface ChangedItem {
  readonly quantity?: string;
  readonly price?: string;
  readonly isLeftOut?: boolean;
}
export type Changes = Readonly<Record<number, ChangedItem>>;

/** An order: the items of one supplier that were last bought in one currency. */
export interface ProposedOrder {
  readonly key: string;
  readonly supplier_fk: number | null;
  readonly supplier_name: string | null;
  readonly currency_fk: number;
  readonly items: readonly ProposedItem[];
}

/** In the order of their first items; items without a purchase last, in the system currency. */
export function proposedOrders(items: readonly ProposedItem[], systemCurrency: number): readonly ProposedOrder[] {
  const currencyOf = ({ currency_fk }: ProposedItem) => currency_fk ?? systemCurrency;
  const groups = Map.groupBy(items, (item) => `${item.supplier_fk ?? ''}:${currencyOf(item)}`);
  return [...groups]
    .map(([key, own]) => ({
      key,
      supplier_fk: own[0]?.supplier_fk ?? null,
      supplier_name: own[0]?.supplier_name ?? null,
      currency_fk: own[0] ? currencyOf(own[0]) : systemCurrency,
      items: own,
    }))
    .toSorted((one, other) => Number(one.supplier_fk === null) - Number(other.supplier_fk === null));
}

export interface OrderLine {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
  readonly price: string;
  readonly tax_fk: number | null;
}

/** The lines that are ordered: not left out, and not of quantity zero. */
export function orderLines({ items }: ProposedOrder, changes: Changes): readonly OrderLine[] {
  return items.flatMap(({ item_fk, unit_fk, tax_fk, ...item }) => {
    const changed = changes[item_fk];
    const quantity = changed?.quantity ?? item.quantity;
    if (changed?.isLeftOut === true || quantity === '' || readQuantity(quantity) === 0n) return [];
    return [{ item_fk, unit_fk, quantity, price: changed?.price ?? item.price ?? '0', tax_fk }];
  });
}

export const isWrongLine = ({ quantity, price }: OrderLine): boolean =>
  (readQuantity(quantity) ?? -1n) < 0n || (readMoney(price) ?? -1n) < 0n;

/** With tax, in the currency of the order; lines that are no numbers count nothing. */
export function orderTotal(
  lines: readonly OrderLine[],
  decimals: number,
  percentOf: (tax: number | null) => string | null,
): string {
  const counted = lines.filter(
    (line) => readMoney(line.price) !== undefined && readQuantity(line.quantity) !== undefined,
  );
  const priced = counted.map(({ quantity, price, tax_fk }) => {
    return { quantity, price, discount: null, tax_percent: percentOf(tax_fk) };
  });
  return printMoney(purchaseTotals({ lines: priced, discount: null, decimals }).total);
}
