/** Histories of openings: the rest of the books of the program before, and its open documents. */
import type { OpeningBalanceInput } from '../../domain/ledger/opening-balance.schema.ts';
import { openingBalance } from '../../domain/ledger/opening-balance.ts';
import type { OpeningItemInput } from '../../domain/ledger/opening-item.schema.ts';
import { openingItem } from '../../domain/ledger/opening-item.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const balanced = {
  outlet_fk: 1,
  financial_year_fk: 1,
  accounts: [
    { account: 'input-tax', amount: '5' },
    { account: 'output-tax', amount: '-5' },
  ],
} satisfies OpeningBalanceInput;

const withinTheYear = shop({
  records: {
    'financial_year-1': {
      ...{ year_name: '2026', start_date: '2026-01-01', end_date: '2026-12-31', first_day: '2026-03-01' },
    },
  },
});
/** Loans, capital of a holder, and the result of the year to date. */
const ofTheYear = {
  outlet_fk: 1,
  financial_year_fk: 1,
  accounts: [
    { account: 'sales', amount: '-5000' },
    { account: 'expense-type', expense_type_fk: 1, amount: '700' },
    { account: 'income-type', income_type_fk: 1, amount: '-100' },
    { account: 'capital', stockholder_fk: 1, amount: '-900' },
    { ledger_account_fk: 4, currency_fk: 2, rate: '1480', amount: '-10' },
  ],
} satisfies OpeningBalanceInput;

/** Finished with a number, which the store gives, and a draft again. */
const numberedOpening = given(openingBalance)
  .after([{ type: 'draft', input: balanced }, { type: 'finish' }, { type: 'reopen', reason: 'entered twice' }])
  .events.map((event) =>
    event.type === 'opening_balance.finished' ? { ...event, data: { ...event.data, number: 'O-000001' } } : event,
  );

const openInvoice = {
  outlet_fk: 1,
  customer_fk: 7,
  opened_as: 'debt',
  date: '2025-11-03',
  currency_fk: 2,
  rate: '1480',
  amount: '1000',
  reference_number: 'INV-7',
} satisfies OpeningItemInput;

export const OPENING = {
  opening_balance: [
    given(openingBalance).after(
      [
        { type: 'draft', input: ofTheYear },
        { type: 'finish', differenceTo: 'opening-equity' },
        { type: 'correct', input: { ...ofTheYear, note: 'x' }, reason: 'the note', differenceTo: 'capital' },
      ],
      withinTheYear,
    ),
    given(openingBalance, numberedOpening).after([{ type: 'void', reason: 'entered twice' }]),
  ],
  opening_item: [
    given(openingItem).after([
      { type: 'complete', input: openInvoice },
      { type: 'correct', input: { ...openInvoice, amount: '900' }, reason: 'a part was paid before' },
      { type: 'reverse', reason: 'paid before' },
    ]),
    given(openingItem).after([{ type: 'complete', input: { ...openInvoice, due_date: '2026-01-31' } }]),
    given(openingItem).after([{ type: 'complete', input: { ...openInvoice, opened_as: 'advance' } }]),
  ],
};
