/** What a sale transfer must be: goods between two outlets, at the in rate, each with a price. */
import { settleCurrency } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { money } from '../kernel/money.ts';
import { Issues } from '../kernel/refusal.ts';
import { transitLines, transitPlace } from '../stock/transit-rules.ts';
import type { SaleTransferInput } from './sale-transfer.schema.ts';
import type { PricedTransit, SaleTransfer } from './sale-transfer.ts';

export function saleTransferFacts(input: SaleTransferInput, facts: Facts): SaleTransfer {
  const issues = new Issues();
  const place = transitPlace(input, facts, issues);
  checkOutlets(input, issues);
  const currency = settleCurrency(input, 'in', facts, issues);
  const lines = transitLines(input.lines, facts, issues).map(({ line, goods }) => ({
    ...goods,
    price: line.price,
    note: line.note ?? null,
  }));
  issues.throwIfAny();
  const { reference_number = null, note = null } = input;
  return { ...place, ...currency, reference_number, note, lines };
}

/** Between two inventories of one outlet nothing is sold. */
export function checkOutlets(
  { outlet_fk, to_outlet_fk }: { readonly outlet_fk: number; readonly to_outlet_fk: number },
  issues: Issues,
): void {
  if (outlet_fk === to_outlet_fk) issues.add('to_outlet_fk', 'outlets_must_differ');
}

export function checkTransferPrices<Data extends PricedTransit>(transfer: Data): Data {
  const issues = new Issues();
  transfer.lines.forEach((line, index) => {
    if (money(line.price) < 0n) issues.add(`lines.${index}.price`, 'min', { value: '0' });
  });
  issues.throwIfAny();
  return transfer;
}
