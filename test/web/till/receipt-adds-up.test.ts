/** The paper of a till adds up line by line: the total and the rounding of cash are what was paid less the change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualTemplate } from '../../../domain/paper/template.ts';
import type { PaymentEntry, ReceiptEntry, RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { defined } from '../../../domain/values/defined.ts';
import { add, money, printMoney, subtract, sum } from '../../../domain/values/money.ts';
import { convert, rate } from '../../../domain/values/rate.ts';
import { printedForm } from '../../../web/shared/paper/printed-form.ts';
import { type PaperNames, receiptPaper, refundPaper } from '../../../web/till/selling/paper-documents.ts';
import { addsUp } from '../../support/adds-up.ts';
import { words } from '../../support/paper-words.ts';

const DINAR = { currency_fk: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 };
const DOLLAR = { currency_fk: 2, currency_name: 'US dollar', symbol: '$', decimals: 2 };
const [TILL, TILL_DOLLAR] = [20, 21];
const NAMES: PaperNames = {
  ...{ itemName: (item) => `Item ${item}`, itemCode: () => null, barcode: () => null, unitName: () => 'piece' },
  piecesOf: () => ({ hasSerials: false, warranty_months: null }),
  currencyOf: (account) => (account === TILL_DOLLAR ? DOLLAR : DINAR),
  ...{ cashier: 'Shilan', till: 'Front', customer: null },
};
const settings = { business: { shop_name: 'Bazaar', phones: [] }, template: usualTemplate({ isReceipt: true }), words };

const AT = { outlet_fk: 1, inventory_fk: 1, drawer: { id: 1 }, date: '2026-03-20', time: '10:00:00' };
const payment = (method: PaymentEntry['method'], amount: string, more: Partial<PaymentEntry> = {}): PaymentEntry => ({
  ...{ method, amount, account_fk: method === 'cash' ? TILL : null, rate_fk: null, rate: null },
  ...{ reference_number: null, ...more },
});
const dollars = (amount: string, at: string) =>
  payment('cash', amount, { account_fk: TILL_DOLLAR, rate_fk: 4, rate: at });
const line = (total: string) => ({
  ...{ line_id: 1, item_fk: 11, unit_fk: 1, quantity: '1', bonus_quantity: null, price: total, discount: null },
  ...{ tax_percent: null, promotion_fk: null, note: null },
  ...{ discount_amount: '0', tax_amount: '0', total_amount: total },
});
const receipt = (total: string, change: string, payments: PaymentEntry[]): ReceiptEntry => ({
  ...{ kind: 'receipt', ...AT, customer_fk: null, discount: null, lines: [line(total)], payments, replaces: null },
  ...{ held_fk: null, note: null, number: 'T3-000007', total, change },
  change_account_fk: change === '0' ? null : TILL,
});

/** What the figures below the total come to, by what the paper says. */
function paidLess({ payments = [], change }: ReturnType<typeof receiptPaper>): string {
  const worth = payments.map(({ amount, currency, rate: at }) =>
    convert(money(amount), currency?.currency_fk ?? 1, 1, at ? rate(at) : undefined),
  );
  return printMoney(subtract(sum(worth), money(change ?? '0')));
}

describe('the receipt of a till', () => {
  it.each([
    ['rounded in favour of the shop', receipt('1115160', '884750', [payment('cash', '2000000')]), '90'],
    ['rounded in favour of the customer', receipt('2813', '0', [payment('cash', '2750')]), '-63'],
    ['paid to the dinar', receipt('6500', '3500', [payment('cash', '10000')]), null],
    ['paid in dollars and dinars', receipt('2813', '3750', [dollars('1', '1480'), payment('cash', '5000')]), '-83'],
    ['paid in dollars only', receipt('1481', '0', [dollars('1.01', '1480')]), '13.8'],
    [
      'paid through the app and in cash',
      receipt('7813', '250', [payment('app', '5000'), payment('cash', '3000')]),
      '-63',
    ],
    ['sold on account', receipt('7813', '0', [payment('credit', '7813')]), null],
    ['of an exchange', receipt('7813', '5250', [payment('cash', '13000', { is_exchanged: true })]), '-63'],
  ] as const)('%s adds up', (_, entry, rounding) => {
    const paper = receiptPaper(entry, NAMES);
    expect(paper.cash_rounding).toBe(rounding);
    expect(paidLess(paper)).toBe(printMoney(add(money(entry.total), money(paper.cash_rounding ?? '0'))));
  });

  it('says the rounding, and the rate of the dollars', () => {
    const entry = receipt('2813', '3750', [dollars('1', '1480'), payment('cash', '5000')]);
    const { html } = printedForm(receiptPaper(entry, NAMES), settings, 'en');
    const rows = [...html.matchAll(/<tr[^>]*><th>(.*?)<\/tr>/gs)].map(([, row]) =>
      defined(row)
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    expect(rows).toEqual([
      'Total Iraqi dinar 2,813',
      'Rounding -83',
      'Cash US dollar × 1,480 1.00',
      'Cash 5,000',
      'Change 3,750',
    ]);
  });

  it('of a refund adds up too', () => {
    const refund: RefundEntry = {
      ...{ kind: 'refund', ...AT, receipt: null, customer_fk: null, replaced_by: null, reason: 'Torn' },
      ...{ lines: [{ ...line('7813'), line: 1 }], payments: [payment('cash', '7750')] },
      ...{ number: 'T3-000008', total: '7813' },
    };
    expect(refundPaper(refund, NAMES, money('250')).cash_rounding).toBe('-63');
    // The worth of a gift that stays is no rounding.
    const less = { ...refund, payments: [payment('cash', '4500')] };
    expect(refundPaper(less, NAMES, money('250')).cash_rounding).toBeNull();
  });

  it('adds up whatever was sold, taken off, exchanged and paid, by what its rows say', () => {
    const sums = fc.integer({ min: 1, max: 3_000_000 });
    const of = fc.record({
      prices: fc.array(sums, { minLength: 1, maxLength: 5 }),
      discount: fc.integer({ min: 0, max: 90 }),
      dollars: fc.integer({ min: 0, max: 20_000 }),
      dinars: fc.integer({ min: 0, max: 12_000 }),
      parts: fc.record({ app: fc.boolean(), exchange: fc.boolean() }),
      at: fc.constantFrom('1480', '1475.5', '1310.25'),
    });
    fc.assert(
      fc.property(of, ({ prices, discount, dollars: cents, dinars, parts, at }) => {
        const gross = prices.reduce((total, price) => total + price, 0);
        const off = Math.floor((gross * discount) / 100);
        const total = gross - off;
        const payments = [
          ...(parts.exchange ? [payment('cash', '2500', { is_exchanged: true })] : []),
          ...(parts.app ? [payment('app', String(Math.ceil(total / 3)))] : []),
          ...(cents > 0 ? [dollars((cents / 100).toFixed(2), at)] : []),
          payment('cash', String(dinars * 250)),
        ];
        const worth = payments.reduce((sum, { amount, rate: by }) => sum + Number(amount) * (by ? Number(by) : 1), 0);
        const change = Math.max(0, Math.round((worth - total) / 250) * 250);
        const entry: ReceiptEntry = {
          ...receipt(String(total), String(change), payments),
          lines: prices.map((price, at) => ({ ...line(String(price)), line_id: at + 1 })),
          discount: off === 0 ? null : { type: 'amount', value: String(off) },
        };
        for (const paper of ['80mm', 'A4'] as const) {
          const template = { ...settings.template, paper };
          const { html } = printedForm(receiptPaper(entry, NAMES), { ...settings, template }, 'en');
          expect(addsUp(html)).toEqual({ lines: 0, below: 0 });
        }
      }),
      { numRuns: 60 },
    );
  });
});
