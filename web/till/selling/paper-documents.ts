/** The printed documents of a till's entries: receipt and refund, independent of language except for names. */
import type { DocumentBody } from '../../../domain/documents/document-amounts.ts';
import { totalsOf } from '../../../domain/documents/document-amounts.ts';
import { cashRounding } from '../../../domain/paper/cash-rounding.ts';
import { POS_SALE_PAPERS } from '../../../domain/paper/goods-papers.ts';
import { layoutOf } from '../../../domain/paper/layout.ts';
import type { PaperCurrency, PaperDocument, PaperLine } from '../../../domain/paper/paper.schema.ts';
import type { Paper } from '../../../domain/paper/paper.ts';
import { priceParts } from '../../../domain/paper/price-parts.ts';
import { printedQuantity } from '../../../domain/paper/printed-quantity.ts';
import { EXCHANGE, POS_REFUND_PAPER } from '../../../domain/paper/till-papers.ts';
import type { Discount } from '../../../domain/pricing/totals.ts';
import { warrantyOfLine } from '../../../domain/sales/warranty.ts';
import type { ReceiptEntry, RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { type Money, money, printMoney, subtract, sum, ZERO } from '../../../domain/values/money.ts';
import type { TillCustomer } from '../device/catalogue/catalogue-rows.ts';

/** Names for the ids in an entry. */
export interface PaperNames {
  readonly itemName: (item: number) => string;
  readonly itemCode: (item: number) => string | null;
  readonly barcode: (item: number, unit: number) => string | null;
  readonly unitName: (unit: number) => string;
  /** Whether its pieces have serial numbers, and its months of warranty. */
  readonly piecesOf: (item: number) => { readonly hasSerials: boolean; readonly warranty_months: number | null };
  /** Currency of a drawer's account; null means the system currency. */
  readonly currencyOf: (account: number | null | undefined) => PaperCurrency;
  readonly cashier: string;
  readonly till: string;
  readonly customer: TillCustomer | null;
}

type Entered = ReceiptEntry | RefundEntry;

/** The cashier and till, for every paper of a till. */
export const tillFacts = ({ cashier, till }: Pick<PaperNames, 'cashier' | 'till'>): PaperDocument['facts'] => [
  { field: 'created_by_fk', kind: 'text', value: cashier },
  { field: 'till_fk', kind: 'text', value: till },
];

function headOf(paper: Paper, entry: Entered, names: PaperNames) {
  const { customer } = names;
  const party = customer && {
    role: 'customer_fk',
    name: customer.consumer_name,
    code: customer.code ?? null,
    phones: typeof customer.mobile === 'string' && customer.mobile !== '' ? [customer.mobile] : [],
  };
  return {
    layout: layoutOf(paper),
    number: entry.number,
    status: 'complete',
    date: entry.date,
    time: entry.time,
    currency: names.currencyOf(null),
    ...(party ? { party } : {}),
    facts: tillFacts(names),
    payments: entry.payments.map(({ method, amount, account_fk, rate: at, is_exchanged }) => ({
      method: is_exchanged ? EXCHANGE : method,
      amount,
      currency: names.currencyOf(account_fk),
      ...(at ? { rate: at } : {}),
    })),
    total: entry.total,
  };
}

const roundingOf = (entry: Entered, names: PaperNames): Money =>
  cashRounding({
    payments: entry.payments.map(({ amount, account_fk, rate }) => ({
      amount,
      currency_fk: names.currencyOf(account_fk).currency_fk,
      rate: rate ?? null,
    })),
    change: entry.kind === 'receipt' ? entry.change : null,
    total: entry.total,
    system_currency_fk: names.currencyOf(null).currency_fk,
  });

const goodsOf = (line: Entered['lines'][number], names: PaperNames): PaperLine => ({
  item_fk: names.itemName(line.item_fk),
  unit_fk: names.unitName(line.unit_fk),
  price: line.price,
  item_code: names.itemCode(line.item_fk),
  barcode: names.barcode(line.item_fk, line.unit_fk),
});

/** As the server prints them: serial numbers have a column of their own, and the warranty begins with the sale. */
function batchesOnPaper(
  { item_fk, batches }: ReceiptEntry['lines'][number],
  sold: string,
  { piecesOf }: PaperNames,
): PaperLine {
  const { hasSerials, warranty_months } = piecesOf(item_fk);
  const printed = batches ? { [hasSerials ? 'serials' : 'batches']: JSON.stringify(batches) } : {};
  return { ...printed, warranty_until: warrantyOfLine(sold, warranty_months) };
}

const nonZero = (amount: Money): string | null => (amount === ZERO ? null : printMoney(amount));

/** `5%`, or the amount. */
const discountText = (discount: Discount | null | undefined): string | null =>
  discount ? `${discount.value}${discount.type === 'percent' ? '%' : ''}` : null;

export function receiptPaper(receipt: ReceiptEntry, names: PaperNames): PaperDocument {
  const [paper] = POS_SALE_PAPERS;
  if (!paper) throw new TypeError('receipts have no paper');
  const body: DocumentBody = { ...receipt, rounding_step: null, decimals: names.currencyOf(null).decimals };
  const totals = totalsOf(body);
  return {
    ...headOf(paper, receipt, names),
    lines: receipt.lines.map((line, index) => {
      const amounts = totals.lines[index];
      return {
        ...goodsOf(line, names),
        quantity: printedQuantity(line.quantity, line.bonus_quantity),
        discount: discountText(line.discount),
        note: line.note ?? null,
        ...batchesOnPaper(line, receipt.date, names),
        line_total: amounts ? printMoney(subtract(amounts.gross, amounts.itemDiscount)) : line.total_amount,
      };
    }),
    totals: priceParts(body).map((part) => ({ ...part })),
    change: receipt.change === '0' ? null : receipt.change,
    cash_rounding: nonZero(roundingOf(receipt, names)),
    note: receipt.note ?? null,
  };
}

/**
 * The paid amounts of returned lines are known, so discounts and taxes are shares of them. More than the step of cash is
 * no rounding: the worth of a gift that stays was kept.
 */
export function refundPaper(refund: RefundEntry, names: PaperNames, step: Money): PaperDocument {
  const rounding = roundingOf(refund, names);
  const tax = sum(refund.lines.map(({ tax_amount }) => money(tax_amount)));
  return {
    ...headOf(POS_REFUND_PAPER, refund, names),
    lines: refund.lines.map((line) => ({
      ...goodsOf(line, names),
      quantity: printedQuantity(line.quantity, line.bonus_quantity),
      discount: line.discount_amount === '0' ? null : line.discount_amount,
      line_total: printMoney(subtract(money(line.total_amount), money(line.tax_amount))),
    })),
    totals: tax === 0n ? [] : [{ name: 'tax', value: printMoney(tax) }],
    cash_rounding: -step <= rounding && rounding <= step ? nonZero(rounding) : null,
    note: refund.reason,
  };
}
