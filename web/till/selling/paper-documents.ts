/** What is printed of what a till enters: the receipt and the refund, free of any language but for the names in them. */
import { money, printMoney, sum } from '../../../domain/kernel/money.ts';
import type { PaymentEntry, ReceiptEntry, RefundEntry } from '../../../domain/till/device-entry.ts';
import type { TillCustomer } from '../device/catalogue-rows.ts';

export interface PaperCurrency {
  readonly currency_fk: number;
  readonly currency_name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Amounts and quantities are decimal texts, days ISO. */
export interface TillPaper {
  readonly name: 'pos_sale' | 'pos_refund';
  readonly number: string;
  readonly date: string;
  readonly time: string;
  readonly currency: PaperCurrency;
  readonly cashier: string;
  readonly till: string;
  readonly customer: string | null;
  readonly lines: readonly PaperLine[];
  readonly discount: string;
  readonly tax: string;
  readonly total: string;
  readonly payments: readonly { readonly method: string; readonly amount: string; readonly currency: PaperCurrency }[];
  readonly change: string | null;
  readonly note: string | null;
}

export interface PaperLine {
  readonly item: string;
  readonly unit: string;
  readonly quantity: string;
  readonly price: string;
  readonly total: string;
  readonly note: string | null;
}

/** What papers name that the entry only numbers. */
export interface PaperNames {
  readonly itemName: (item: number) => string;
  readonly unitName: (unit: number) => string;
  /** Of an account of the drawer; null: the currency of the books. */
  readonly currencyOf: (account: number | null | undefined) => PaperCurrency;
  readonly cashier: string;
  readonly till: string;
  readonly customer: TillCustomer | null;
}

const headOf = (entry: ReceiptEntry | RefundEntry, names: PaperNames) => ({
  ...{ number: entry.number, date: entry.date, time: entry.time, currency: names.currencyOf(null), total: entry.total },
  ...{ cashier: names.cashier, till: names.till, customer: names.customer?.consumer_name ?? null },
  payments: entry.payments.map(({ method, amount, account_fk }: PaymentEntry) => ({
    ...{ method, amount, currency: names.currencyOf(account_fk) },
  })),
  ...{ discount: sumOf(entry.lines, 'discount_amount'), tax: sumOf(entry.lines, 'tax_amount') },
});

type Amounts = Pick<ReceiptEntry['lines'][number], 'discount_amount' | 'tax_amount'>;

const sumOf = (lines: readonly Amounts[], field: keyof Amounts): string =>
  printMoney(sum(lines.map((line) => money(line[field]))));

export function receiptPaper(receipt: ReceiptEntry, names: PaperNames): TillPaper {
  return {
    ...{ name: 'pos_sale', ...headOf(receipt, names), change: receipt.change, note: receipt.note ?? null },
    lines: receipt.lines.map((line) => ({
      ...{ item: names.itemName(line.item_fk), unit: names.unitName(line.unit_fk), price: line.price },
      quantity: line.quantity === '0' ? (line.bonus_quantity ?? '0') : line.quantity,
      ...{ total: line.total_amount, note: line.note ?? null },
    })),
  };
}

export function refundPaper(refund: RefundEntry, names: PaperNames): TillPaper {
  return {
    ...{ name: 'pos_refund', ...headOf(refund, names), change: null, note: refund.reason },
    lines: refund.lines.map((line) => ({
      ...{ item: names.itemName(line.item_fk), unit: names.unitName(line.unit_fk), price: line.price },
      ...{ quantity: line.quantity, total: line.total_amount, note: null },
    })),
  };
}
