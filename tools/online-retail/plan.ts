/**
 * The plan of the import, month by month: first the purchases that cover the month's goods, then the invoices in the
 * order of the file. The source has no purchases; they are assumed, at 55 % of the item's median price.
 */
import { percentOf, printMoney, toMoney, ZERO } from '../../domain/values/money.ts';
import { printQuantity, toQuantity } from '../../domain/values/quantity.ts';
import { type Fees, isGoods, itemCode, type Meaning, meaningOf, type SourceItem } from './classify.ts';
import type { RejectedRow, SourceLine } from './read.ts';

/** 55 percent, as a Money-scaled percentage. */
export const ASSUMED_COST_PERCENT = toMoney(550_000n);
/** Lines of one assumed purchase. */
const PURCHASE_LINES = 500;

export interface PlannedDocument {
  /** Stable over runs of one file: part of the idempotency key. */
  readonly key: string;
  readonly meaning: Meaning;
  readonly invoice: string;
  readonly date: string;
  readonly time: string;
  readonly customer: string;
  readonly lines: readonly SourceLine[];
}

export interface PlannedPurchase {
  readonly key: string;
  readonly date: string;
  readonly lines: readonly { readonly code: string; readonly quantity: string; readonly price: string }[];
}

export interface PlannedMonth {
  readonly month: string;
  readonly purchases: readonly PlannedPurchase[];
  readonly documents: readonly PlannedDocument[];
}

export interface Plan {
  readonly months: readonly PlannedMonth[];
  readonly rejected: readonly RejectedRow[];
}

export interface PlanOptions {
  readonly items: ReadonlyMap<string, SourceItem>;
  readonly fees: Fees;
  /** True for an invoice that is in the books from another file: all its rows are rejected. */
  readonly isOfAnotherFile: (document: PlannedDocument) => boolean;
}

export function planImport(lines: readonly SourceLine[], { items, fees, isOfAnotherFile }: PlanOptions): Plan {
  const rejected: RejectedRow[] = [];
  const documents = new Map<string, PlannedDocument & { lines: SourceLine[] }>();
  for (const line of lines) {
    const meaning = meaningOf(line, fees);
    if (!meaning) {
      rejected.push(rejectedLine(line, 'a quantity of this sign has no meaning on this invoice'));
      continue;
    }
    const key = `${line.invoice}:${meaning}`;
    const document = documents.get(key);
    if (document) document.lines.push(line);
    else {
      const { invoice, date, time, customer } = line;
      documents.set(key, { key, meaning, invoice, date, time, customer, lines: [line] });
    }
  }
  const own = [...documents.values()].filter((document) => {
    if (!isOfAnotherFile(document)) return true;
    const reason = `invoice ${document.invoice} is in the books already, entered from another file`;
    rejected.push(...document.lines.map((line) => rejectedLine(line, reason)));
    return false;
  });
  const months = Map.groupBy(own, (document) => document.date.slice(0, 7));
  return {
    months: [...months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, of]) => ({ month, purchases: purchasesFor(month, of, items), documents: of })),
    rejected,
  };
}

export function rejectedLine(line: SourceLine, reason: string): RejectedRow {
  return { row: line.row, reason, amount: line.value, text: `${line.invoice},${line.code}` };
}

/** Purchases that cover every unit of goods that leaves in the month, by sale or write-off. */
function purchasesFor(
  month: string,
  documents: readonly PlannedDocument[],
  items: ReadonlyMap<string, SourceItem>,
): PlannedPurchase[] {
  const leaving = new Map<string, bigint>();
  for (const document of documents) {
    if (document.meaning !== 'sale' && document.meaning !== 'write_off') continue;
    for (const line of document.lines) {
      if (!isGoods(line.code)) continue;
      const count = line.quantity < 0n ? -line.quantity : line.quantity;
      leaving.set(itemCode(line.code), (leaving.get(itemCode(line.code)) ?? 0n) + count);
    }
  }
  const lines = [...leaving]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, count]) => ({
      code,
      quantity: printQuantity(toQuantity(count)),
      price: printMoney(percentOf(items.get(code)?.median ?? ZERO, ASSUMED_COST_PERCENT)),
    }));
  const purchases: PlannedPurchase[] = [];
  for (let start = 0; start < lines.length; start += PURCHASE_LINES) {
    const key = `${month}:purchase:${start / PURCHASE_LINES + 1}`;
    purchases.push({ key, date: `${month}-01`, lines: lines.slice(start, start + PURCHASE_LINES) });
  }
  return purchases;
}
