/** Enters a planned month through the commands that the browser uses. */
import { negate, printMoney } from '../../domain/values/money.ts';
import { printQuantity, type Quantity, toQuantity } from '../../domain/values/quantity.ts';
import { USD } from '../../domain/values/rate.ts';
import type { Books } from './books.ts';
import { type Fees, feeType, itemCode, type Meaning } from './classify.ts';
import type { ImportClient } from './client.ts';
import { expenseKeyOf, keysOf } from './entered-before.ts';
import { type PlannedDocument, type PlannedMonth, type PlannedPurchase, rejectedLine } from './plan.ts';
import type { RateAt } from './rates.ts';
import type { RejectedRow, SourceLine } from './read.ts';

export interface EnterOptions {
  readonly client: ImportClient;
  readonly books: Books;
  readonly rateAt: RateAt;
  readonly fees: Fees;
  /** True for a key that an earlier run of this file has entered. */
  readonly isThere: (key: string) => boolean;
  readonly say: (line: string) => void;
}

/** Returns the rows of refused documents; an error other than a refusal stops the import. */
export async function enterMonth(options: EnterOptions, month: PlannedMonth): Promise<RejectedRow[]> {
  const { client, isThere, say } = options;
  const rejected: RejectedRow[] = [];
  await client.each(month.purchases, `${month.month} purchases`, async (purchase) => {
    const body = purchaseBody(purchase, options);
    if (isThere(purchase.key) || body.lines.length === 0) return 'there_before';
    const reason = await client.unlessRefused(() => client.create('purchases', body, purchase.key));
    if (reason === undefined) return 'entered';
    say(`Not purchased: ${purchase.key}, ${purchase.lines.length} items: ${reason}`);
    return 'refused';
  });
  await client.each(month.documents, `${month.month} invoices`, async (document) => {
    const refused = await enterDocument(options, document);
    rejected.push(...refused);
    if (refused.length > 0) return 'refused';
    return keysOf(document).every(isThere) ? 'there_before' : 'entered';
  });
  return rejected;
}

/** The refused rows: all rows of a document, or single rows of expenses. */
async function enterDocument(options: EnterOptions, document: PlannedDocument): Promise<RejectedRow[]> {
  const rejected = (lines: readonly SourceLine[], reason: string | undefined) =>
    reason === undefined ? [] : lines.map((line) => rejectedLine(line, reason));
  if (document.meaning !== 'expense') {
    const { resource, body } = requestOf(options, document, document.meaning);
    return rejected(
      document.lines,
      recordMissing(options.books, document) ?? (await enterOnce(options, resource, body, document.key)),
    );
  }
  // Each fee is an expense of a separate type.
  const refused: RejectedRow[] = [];
  for (const line of document.lines) {
    const [body, key] = [expenseBody(line, options), expenseKeyOf(document, line)];
    refused.push(...rejected([line], await enterOnce(options, 'expenses', body, key)));
  }
  return refused;
}

/** The reason of a refusal; undefined when the document is in the books. */
async function enterOnce(
  { client, isThere }: EnterOptions,
  resource: string,
  body: unknown,
  key: string,
): Promise<string | undefined> {
  return isThere(key) ? undefined : client.unlessRefused(() => client.create(resource, body, key));
}

/** The reason why a record that the document needs was refused. */
function recordMissing({ customers, items }: Books, { customer, lines }: PlannedDocument): string | undefined {
  const refused = customers.refused.get(customer);
  if (refused !== undefined) return `customer ${customer}: ${refused}`;
  const line = lines.find(({ code }) => items.refused.has(itemCode(code)));
  return line && `item ${itemCode(line.code)}: ${items.refused.get(itemCode(line.code))}`;
}

function requestOf(
  { books, rateAt }: EnterOptions,
  document: PlannedDocument,
  meaning: Exclude<Meaning, 'expense'>,
): { readonly resource: string; readonly body: unknown } {
  switch (meaning) {
    case 'sale':
      return { resource: 'sales', body: saleBody(document, books, rateAt) };
    case 'sale_return':
      // The source does not name the cancelled invoice, so the return is not linked to a sale.
      return { resource: 'sale_returns', body: saleBody(document, books, rateAt) };
    case 'write_off':
      return { resource: 'inventory_direct_adjustments', body: writeOffBody(document, books) };
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

/** Omits items that could not be registered. */
function purchaseBody(purchase: PlannedPurchase, { books, rateAt }: EnterOptions) {
  return {
    ...placed({ date: purchase.date, time: '00:00:00' }, books),
    supplier_fk: books.supplier,
    currency_fk: USD,
    ...rateAt(purchase.date),
    payment_type: 'on_account',
    reference_number: purchase.key,
    lines: purchase.lines
      .filter(({ code }) => books.items.ids.has(code))
      .map((line) => ({
        item_fk: books.items.ids.get(line.code),
        unit_fk: books.unit,
        quantity: line.quantity,
        price: line.price,
      })),
    status: 'complete',
  };
}

/** A known customer buys on account, an unknown one pays at once. */
function payment(document: PlannedDocument, books: Books) {
  return document.customer
    ? { customer_fk: books.customers.ids.get(document.customer), payment_type: 'on_account' }
    : { customer_fk: null, payment_type: 'cash', account_fk: books.till };
}

function soldLines(document: PlannedDocument, books: Books) {
  return document.lines.map((line) => ({
    item_fk: books.items.ids.get(itemCode(line.code)),
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

function writeOffBody(document: PlannedDocument, books: Books) {
  return {
    ...placed(document, books),
    reason: document.lines[0]?.description || 'write-off',
    reference_number: document.invoice,
    lines: document.lines.map((line) => ({
      item_fk: books.items.ids.get(itemCode(line.code)),
      unit_fk: books.unit,
      quantity: printQuantity(line.quantity),
    })),
  };
}

function expenseBody(line: SourceLine, { books, rateAt, fees }: EnterOptions) {
  return {
    outlet_fk: books.outlet,
    date: line.date,
    time: line.time,
    expense_type_fk: books.expenseTypes.get(feeType(fees, line.code) ?? ''),
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
  return toQuantity(of < 0n ? -of : of);
}
