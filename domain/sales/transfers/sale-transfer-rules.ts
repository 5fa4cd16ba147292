/** Rules of a sale transfer: goods between two outlets, at the in rate, each with a price. */
import type { ItemData } from '../../catalogue/item.schema.ts';
import type { Facts } from '../../deciding/facts.ts';
import { settleCurrency } from '../../documents/document-rules.ts';
import { itemNames } from '../../pricing/item-names.ts';
import { transitLines, transitPlace } from '../../stock/transit/transit-rules.ts';
import { money, printMoney } from '../../values/money.ts';
import { Issues } from '../../values/refusal.ts';
import { ANY_PRICE, minimumOf } from '../price-rules.ts';
import type { SaleTransferInput } from './sale-transfer.schema.ts';
import type { PricedTransit, SaleTransfer } from './sale-transfer-events.ts';

export function saleTransferFacts(input: SaleTransferInput, facts: Facts, before?: SaleTransfer): SaleTransfer {
  const issues = new Issues();
  const place = transitPlace(input, facts, issues);
  checkOutlets(input, issues);
  const currency = settleCurrency(input, 'in', facts, issues);
  const lines = transitLines(input.lines, facts, issues, before?.lines).map(({ line, goods }) => ({
    ...goods,
    price: line.price,
    note: line.note ?? null,
  }));
  issues.throwIfAny();
  const { reference_number = null, note = null } = input;
  return { ...place, ...currency, reference_number, note, lines };
}

/** A sale transfer between two inventories of one outlet is refused. */
export function checkOutlets(
  { outlet_fk, to_outlet_fk }: { readonly outlet_fk: number; readonly to_outlet_fk: number },
  issues: Issues,
): void {
  if (outlet_fk === to_outlet_fk) issues.add('to_outlet_fk', 'outlets_must_differ');
}

export function checkTransferPrices<Data extends PricedTransit>(transfer: Data): Data {
  const issues = new Issues();
  checkNotNegative(transfer, issues);
  issues.throwIfAny();
  return transfer;
}

/** Prices between outlets respect the items' minimum prices; an item transfer moves goods at cost. */
export function pricedTransfer(transfer: SaleTransfer, facts: Facts): SaleTransfer {
  const issues = new Issues();
  checkNotNegative(transfer, issues);
  if (!facts.actor.can(ANY_PRICE)) checkLeastPrices(transfer, facts, issues);
  issues.throwIfAny();
  return transfer;
}

function checkLeastPrices(transfer: SaleTransfer, facts: Facts, issues: Issues): void {
  transfer.lines.forEach((line, index) => {
    const item = facts.record<ItemData>('item', line.item_fk)?.data;
    const least = item && minimumOf(item, line.unit_factor, transfer, facts);
    if (!item || least === undefined || money(line.price) >= least) return;
    const named = { line: String(index + 1), ...itemNames(item), net: line.price, value: printMoney(least) };
    issues.add(`lines.${index}.price`, 'net_price_below_minimum', named);
  });
}

function checkNotNegative({ lines }: PricedTransit, issues: Issues): void {
  lines.forEach((line, index) => {
    if (money(line.price) < 0n) issues.add(`lines.${index}.price`, 'min', { value: '0' });
  });
}
