/** The bound of 10^12: a command of any kind, also of a draft, is refused above it with the line and the field. */
import { describe, expect, it } from 'vitest';
import { DECIDED_NUMBERS } from '../../domain/documents/document-bounds.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import {
  boundedPattern,
  exceedsBound,
  numberFields,
  shownNumber,
  textExceedsBound,
} from '../../domain/schemas/bounds.ts';
import { say } from '../../languages/say.ts';
import { given } from './given.ts';
import { readGolden } from './golden.ts';
import { shop } from './shop.ts';

const deciderOf = (kind: string) => {
  const found = documents.find((document) => document.kind === kind);
  if (!found) throw new Error(`no document ${kind}`);
  return found.decider;
};
const draft = (kind: string, input: object) => given(deciderOf(kind)).when({ type: 'draft', input });

const BARCODE = '6291041500213';
const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const dinar = { currency_fk: 1 };
const dollar = { currency_fk: 2, rate_fk: 4 };
const line = { item_fk: 11, unit_fk: 1, quantity: '1', price: '2500' };
const sale = (lines: readonly object[], more: object = {}) => ({
  ...{ ...place, ...dinar, payment_type: 'cash', account_fk: 3, lines },
  ...more,
});

describe('the bound', () => {
  const pattern = new RegExp(boundedPattern(4, true));

  it.each(['0', '0.0001', '999999999999.9999', '1000000000000', '1000000000000.0000', '-1000000000000'])(
    'takes %s',
    (text) => {
      expect(pattern.test(text)).toBe(true);
      expect(textExceedsBound(text)).toBe(false);
    },
  );

  it.each(['1000000000000.0001', '1000000000001', '-1000000000000.0001', BARCODE, '99999999999999'])(
    'refuses %s',
    (text) => {
      expect(pattern.test(text)).toBe(false);
      expect(textExceedsBound(text)).toBe(true);
    },
  );

  it('is the same in every scale', () => {
    for (const scale of [0, 4, 6]) {
      expect(exceedsBound(10n ** BigInt(12 + scale), scale)).toBe(false);
      expect(exceedsBound(-(10n ** BigInt(12 + scale)) - 1n, scale)).toBe(true);
    }
    expect(shownNumber(-157_276_037_505_325_000n, 4)).toBe('-15,727,603,750,532.5');
  });

  it('lists every number of an event, except those that are not amounts and sums of the books', () => {
    const fields = [
      ...numberFields(
        ...documents.flatMap(({ body, transitions }) => [
          body,
          ...Object.values(transitions).map((transition) => transition.body),
        ]),
        ...records.map(({ schema }) => schema),
      ),
      ...DECIDED_NUMBERS,
    ];
    const known = new Set([...fields, ...PERCENTAGES, ...NO_AMOUNTS, ...SUMS_OF_BOOKS]);
    const held = readGolden().flatMap(({ kind, events, state }) => namesIn({ kind, events, state }));
    expect(held.length).toBeGreaterThan(400);
    expect([...new Set(held)].filter((name) => !known.has(name))).toEqual([]);
  });
});

const PERCENTAGES = [
  'declining_percent',
  ...['tax_percent', 'percentage', 'sale_man_commission_percentage', 'sale_man_commission_percentage_1'],
  ...['desired_profit', 'discount_without_supervisor'],
];
const NO_AMOUNTS = [
  'batch_number',
  'known_position',
  'position',
  'mobile',
  'office_phone',
  'phone',
  'phones',
  'printed',
  'prefixes',
];
/** Sums of amounts that were open, counted or earned before: each summand was bounded. */
const SUMS_OF_BOOKS = ['open_amount', 'expected_amount', 'above', 'basis', 'after', 'before', 'base', 'foreign_amount'];

function namesIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? [name] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => namesIn(inner, Array.isArray(value) ? name : key));
}

describe('a draft sale is refused', () => {
  it('with a barcode in its quantity, and names the line', () => {
    const refusal = draft('sale', sale([line, { ...line, quantity: BARCODE }])).isRefused(
      'lines.1.quantity: number_of_line_too_large',
    );
    const [issue] = refusal.issues;
    expect(say('en', issue?.message ?? '', issue?.params, issue?.field)).toBe(
      'Line 2: Quantity is too large; at most 1,000,000,000,000 is possible',
    );
    for (const language of ['ar', 'ckb'] as const) {
      expect(say(language, issue?.message ?? '', issue?.params, issue?.field)).toMatch(
        /[\u0600-\u06ff].*1,000,000,000,000/,
      );
    }
  });

  it('with a product above the bound, each line that has one', () => {
    const refusal = draft(
      'sale',
      sale([{ ...line, quantity: '629104150021' }, line, { ...line, quantity: '400000000.0004' }]),
    ).isRefused('lines.0.quantity: amount_of_line_too_large', 'lines.2.quantity: amount_of_line_too_large');
    expect(refusal.issues[0]?.params).toMatchObject({ line: '1', amount: '1,572,760,375,052,500' });
  });

  it('with a quantity that is too large in the base unit', () => {
    draft('sale', sale([{ ...line, unit_fk: 2, price: '0', quantity: '90000000000' }])).isRefused(
      'lines.0.quantity: quantity_of_line_too_large',
    );
  });

  it('with lines that are within the bound and a total that is not', () => {
    const half = { ...line, price: '600000000000' };
    draft('sale', sale([half, half])).isRefused('lines: total_too_large');
  });

  it('in dollars, when it is too large in dinar', () => {
    const paid = { ...dollar, account_fk: 5 };
    draft('sale', sale([{ ...line, price: '1000000000' }], paid)).isRefused(
      'lines.0.quantity: base_amount_of_line_too_large',
    );
    const many = { ...line, price: '400000000' };
    draft('sale', sale([many, many], paid)).isRefused('lines: base_amount_too_large');
  });

  it('with a cost that is too large in dinar', () => {
    const cost = { cost_type: 'transport', amount: '900000000', ...dollar, rate: '1490' };
    const costs = [{ ...cost, payment_type: 'on_account', supplier_fk: 9 }];
    draft('sale', sale([line], { costs })).isRefused('costs.0.amount: base_amount_too_large');
  });

  it('together with the refusals of its rules', () => {
    draft(
      'sale',
      sale(
        [
          { ...line, item_fk: 99 },
          { ...line, quantity: BARCODE },
        ],
        { customer_fk: 99 },
      ),
    ).isRefused(
      'customer_fk: unknown_record',
      'lines.0.item_fk: unknown_record',
      'lines.1.quantity: number_of_line_too_large',
    );
  });

  it('in a currency that nothing can be converted to', () => {
    const facts = shop({ records: { 'currency-3': { symbol: 'EUR', decimals: 2 } } });
    const input = sale([line], { payment_type: 'on_account', customer_fk: 7, currency_fk: 3, rate: '1600' });
    given(deciderOf('sale')).when({ type: 'draft', input }, facts).isRefused('currency_fk: currency_without_rates');
  });
});

describe('a value equal to the bound is accepted:', () => {
  it('a quantity, a price, a total', () => {
    const all = sale([{ ...line, quantity: '1000000000000', price: '1' }]);
    draft('sale', all).gives('sale.drafted');
    draft('sale', sale([{ ...line, price: '1000000000000' }])).gives('sale.drafted');
    draft(
      'sale',
      sale([
        { ...line, price: '500000000000' },
        { ...line, price: '500000000000' },
      ]),
    ).gives('sale.drafted');
  });
});

describe('other kinds refuse as well:', () => {
  const owed = { payment_type: 'on_account', supplier_fk: 9 };

  it('a quotation', () => {
    const input = { ...place, ...dinar, lines: [{ ...line, quantity: '629104150021' }] };
    draft('quotation', input).isRefused('lines.0.quantity: amount_of_line_too_large');
  });

  it('a purchase, by the amounts that it would post when it is received', () => {
    const costs = [{ cost_type: 'freight', amount: '600000000000', currency_fk: 1, ...owed }];
    const lines = [{ ...line, price: '600000000000' }];
    draft('purchase', { ...place, ...dinar, ...owed, lines, costs }).isRefused(
      'lines.0.price: posted_amount_too_large',
    );
  });

  it('an expense in dollars', () => {
    const input = { outlet_fk: 1, date: '2026-03-10', expense_type_fk: 1, ...dollar, amount: '700000000', ...owed };
    draft('expense', input).isRefused('amount: base_amount_too_large');
  });

  it('a count, by its cost', () => {
    const lines = [{ item_fk: 11, unit_fk: 1, real_quantity: '1000000000', unit_cost: '1000.0001' }];
    draft('inventory_adjustment', { ...place, lines }).isRefused('lines.0.real_quantity: amount_of_line_too_large');
  });

  it('an opening balance, in goods of a larger unit', () => {
    const stock = [{ inventory_fk: 1, item_fk: 11, unit_fk: 2, quantity: '90000000000', value: '1' }];
    draft('opening_balance', { outlet_fk: 1, financial_year_fk: 1, stock }).isRefused(
      'stock.0.quantity: quantity_of_line_too_large',
    );
  });

  it('a journal', () => {
    const lines = [
      { account: 'capital', debit: '700000000', ...dollar, rate: '1500' },
      { account: 'retained-earnings', credit: '700000000', ...dollar, rate: '1500' },
    ];
    const refusal = draft('general_journal', { outlet_fk: 1, date: '2026-03-10', lines });
    expect(() => refusal.events()).toThrow(/lines\.0\.debit base_amount_too_large/);
  });

  it('a record, where it is changed', () => {
    const currencyRate = records.find(({ kind }) => kind === 'currency_rate');
    if (!currencyRate) throw new Error('no rates');
    const decider = recordDecider(currencyRate);
    const data = { date: '2026-03-01', rate: '99999999999999', in_rate: '1480' };
    given(decider).when({ type: 'register', data }).isRefused('rate: number_too_large');
    const before = [{ type: 'currency_rate.registered', v: 1, data }] as const;
    given(decider, before)
      .when({ type: 'amend', changed: { in_rate: '1481' } })
      .gives('currency_rate.amended');
    given(decider, before)
      .when({ type: 'amend', changed: { in_rate: BARCODE } })
      .isRefused('in_rate: number_too_large');
  });
});

describe('an event from before the bound', () => {
  const before = given(deciderOf('sale')).after([{ type: 'draft', input: sale([line]) }]);
  const stored = before.events.map((event) => {
    const data = event.data as { readonly lines: readonly object[] };
    return { ...event, data: { ...data, lines: data.lines.map((line) => ({ ...line, quantity: BARCODE })) } };
  });

  it('folds, is discarded and is put right, but not completed as it is', () => {
    const poisoned = given(deciderOf('sale'), stored);
    expect(poisoned.state()).toMatchObject({ status: 'draft', sale: { lines: [{ quantity: BARCODE }] } });
    poisoned.when({ type: 'discard' }).gives('sale.discarded');
    poisoned.when({ type: 'change', input: sale([line]) }).gives('sale.draft_changed');
    poisoned.when({ type: 'complete' }).isRefused('lines.0.quantity: number_of_line_too_large');
  });

  it('leaves the books when it was completed', () => {
    const [drafted] = stored;
    const completed = [{ ...drafted, type: 'sale.completed', data: { ...(drafted?.data as object), number: 'S-1' } }];
    given(deciderOf('sale'), completed as never)
      .when({ type: 'return_to_draft', reason: 'a barcode' })
      .gives('sale.returned_to_draft');
  });
});
