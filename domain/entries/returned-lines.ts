/** The journal lines of returned goods, whoever is paid: a sale return, and a refund at the till. */
import { money, negate, subtract } from '../values/money.ts';
import type { DocumentLine } from './entry.ts';
import { taken } from './entry-line.ts';

interface ReturnedLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly gross_amount: string;
  readonly discount_amount: string;
  readonly tax_amount: string;
  readonly tax_percent?: string | null;
}

/** Debits sales returns and output tax, and credits sales discounts, in the document's currency. */
export function returnedLines(outlet: number, lines: readonly ReturnedLine[]): DocumentLine[] {
  return lines.flatMap((line): DocumentLine[] => {
    const common = { outlet, item: line.item_fk, line: line.line_id };
    const net = subtract(money(line.gross_amount), money(line.discount_amount));
    return [
      { ...common, account: { key: 'sales-returns' }, amount: money(line.gross_amount) },
      { ...common, account: { key: 'sales-discounts' }, amount: negate(money(line.discount_amount)) },
      { ...common, ...taken(line.tax_percent, net), account: { key: 'output-tax' }, amount: money(line.tax_amount) },
    ];
  });
}
