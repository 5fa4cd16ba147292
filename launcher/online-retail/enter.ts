/** Enters a planned month through the commands that the browser uses. */
import { negate, printMoney } from '../../domain/kernel/money.ts';
import { printQuantity, type Quantity } from '../../domain/kernel/quantity.ts';
import { USD } from '../../domain/kernel/rate.ts';
import type { Books } from './books.ts';
import { feeType, itemCode } from './classify.ts';
import { type ImportClient, RefusedByApi } from './client.ts';
import type { PlannedDocument, PlannedMonth, PlannedPurchase } from './plan.ts';
import type { RateAt } from './rates.ts';
import type { RejectedRow, SourceLine } from './read.ts';

/** Documents that were refused come back as rejected rows; anything else that fails stops the import. */
export async function enterMonth(
  client: ImportClient,
  month: PlannedMonth,
  books: Books,
  rateAt: RateAt,
): Promise<RejectedRow[]> {
  const rejected: RejectedRow[] = [];
  await client.each(month.purchases, `${month.month} purchases`, async (purchase) => {
    await client.create('purchases', purchaseBody(purchase, books, rateAt), purchase.key);
  });
  await client.each(month.documents, `${month.month} invoices`, async (document) => {
    try {
      await enterDocument(client, document, books, rateAt);
    } catch (error) {
      if (!(error instanceof RefusedByApi) || error.answer.status >= 500) throw error;
      rejected.push(...document.lines.map((line) => refusedRow(line, error.message)));
    }
  });
  return rejected;
}

function refusedRow(line: SourceLine, reason: string): RejectedRow {
  return { row: line.row, reason, amount: line.value, text: `${line.invoice},${line.code}` };
}

async function enterDocument(
  client: ImportClient,
  document: PlannedDocument,
  books: Books,
  rateAt: RateAt,
): Promise<void> {
  switch (document.meaning) {
    case 'sale':
      await client.create('sales', saleBody(document, books, rateAt), document.key);
      return;
    case 'sale_return':
      await client.create('sale_returns', returnBody(document, books, rateAt), document.key);
      return;
    case 'write_off':
      await client.create('inventory_direct_adjustments', writeOffBody(document, books), document.key);
      return;
    case 'expense':
      // Each fee is an expense of its own type.
      for (const line of document.lines) {
        await client.create('expenses', expenseBody(line, books, rateAt), `${document.key}:${line.row}`);
      }
  }
}

function placed(document: { readonly date: string; readonly time?: string }, books: Books) {
  return {
    outlet_fk: books.outlet,
    inventory_fk: books.inventory,
    date: document.date,
    ...(document.time === undefined ? {} : { time: document.time }),
  };
}

function purchaseBody(purchase: PlannedPurchase, books: Books, rateAt: RateAt) {
  return {
    ...placed({ date: purchase.date, time: '00:00:00' }, books),
    supplier_fk: books.supplier,
    currency_fk: USD,
    ...rateAt(purchase.date),
    payment_type: 'on_account',
    reference_number: purchase.key,
    lines: purchase.lines.map((line) => ({
      item_fk: books.items.get(line.code),
      unit_fk: books.unit,
      quantity: line.quantity,
      price: line.price,
    })),
    status: 'complete',
  };
}

/** A known customer buys on account, an unknown one pays at the till. */
function payment(document: PlannedDocument, books: Books) {
  return document.customer
    ? { customer_fk: books.customers.get(document.customer), payment_type: 'on_account' }
    : { customer_fk: null, payment_type: 'cash', account_fk: books.till };
}

function soldLines(document: PlannedDocument, books: Books) {
  return document.lines.map((line) => ({
    item_fk: books.items.get(itemCode(line.code)),
    unit_fk: books.unit,
    quantity: printQuantity(magnitude(line.quantity)),
    price: line.price,
  }));
}

function saleBody(document: PlannedDocument, books: Books, rateAt: RateAt) {
  return {
    ...placed(document, books),
    ...payment(document, books),
    currency_fk: USD,
    ...rateAt(document.date),
    reference_number: document.invoice,
    lines: soldLines(document, books),
    status: 'complete',
  };
}

/** The source does not say which invoice a cancellation cancels: the return is not linked to a sale. */
function returnBody(document: PlannedDocument, books: Books, rateAt: RateAt) {
  return saleBody(document, books, rateAt);
}

function writeOffBody(document: PlannedDocument, books: Books) {
  return {
    ...placed(document, books),
    reason: document.lines[0]?.description || 'write-off',
    reference_number: document.invoice,
    lines: document.lines.map((line) => ({
      item_fk: books.items.get(itemCode(line.code)),
      unit_fk: books.unit,
      quantity: printQuantity(line.quantity),
    })),
  };
}

function expenseBody(line: SourceLine, books: Books, rateAt: RateAt) {
  return {
    outlet_fk: books.outlet,
    date: line.date,
    time: line.time,
    expense_type_fk: books.expenseTypes.get(feeType(line.code) ?? ''),
    currency_fk: USD,
    ...rateAt(line.date),
    amount: printMoney(line.value < 0n ? negate(line.value) : line.value),
    payment_type: 'on_account',
    supplier_fk: books.supplier,
    reference_number: line.invoice,
    note: line.description,
    status: 'complete',
  };
}

function magnitude(of: Quantity): Quantity {
  return (of < 0n ? -of : of) as Quantity;
}
