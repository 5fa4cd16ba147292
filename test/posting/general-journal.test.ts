import { describe, expect, it } from 'vitest';
import { incomeDocument } from '../../domain/cash/income.document.ts';
import { income } from '../../domain/cash/income.ts';
import { printMoney } from '../../domain/kernel/money.ts';
import {
  accountNumber,
  accountOf,
  HEADING_KEYS,
  HEADINGS,
  ownAccountKey,
  recordOf,
  SYSTEM_ACCOUNTS,
} from '../../domain/ledger/chart.ts';
import { generalJournalDocument } from '../../domain/ledger/general-journal.document.ts';
import type { GeneralJournalInput } from '../../domain/ledger/general-journal.schema.ts';
import { generalJournal } from '../../domain/ledger/general-journal.ts';
import { given } from '../domain/given.ts';
import { Ledger } from './ledger.ts';

function posted(...lines: GeneralJournalInput['lines']) {
  const done = given(generalJournal).after([
    { type: 'draft', input: { outlet_fk: 1, date: '2026-03-10', lines } },
    { type: 'post' },
  ]);
  const [posting] = generalJournalDocument.postingsOf(done.state(), 'general_journal-1');
  if (!posting) throw new Error('it is not in the books');
  return posting;
}

const dinar = { currency_fk: 1 };
const dollar = { currency_fk: 2, rate_fk: 4 };

describe('a general journal', () => {
  it('posts its lines as they are written, each in its outlet', () => {
    const posting = posted(
      { account: 190000004, debit: '5000', ...dinar, outlet_fk: 2 },
      { account: 111000003, credit: '5000', ...dinar },
    );
    expect(posting.lines.map((line) => [line.account.key, line.outlet, line.party, printMoney(line.base)])).toEqual([
      ['other-assets', 2, undefined, '5000'],
      ['cash', 1, undefined, '-5000'],
      ['inter-outlet', 1, 'outlet-2', '5000'],
      ['inter-outlet', 2, 'outlet-1', '-5000'],
    ]);
    expect(posting.effective).toBe('2026-03-10T23:59:00');
  });

  it('opens items of parties: debts above zero, advances below', () => {
    const posting = posted(
      { account: 1210, debit: '10', ...dollar, customer_fk: 7 },
      { account: 1220, debit: '3000', ...dinar, supplier_fk: 9 },
      { account: 2110, credit: '10000', ...dinar, supplier_fk: 8 },
      { account: 2120, credit: '7800', ...dinar, customer_fk: 7 },
    );
    expect(posting.openItems).toEqual([
      expect.objectContaining({ party: 'customer-7', currency: 2, amount: 100_000n, rate: 14_800_000n }),
      expect.objectContaining({ party: 'supplier-9', currency: 1, amount: -30_000_000n, credit: true }),
      expect.objectContaining({ party: 'supplier-8', currency: 1, amount: 100_000_000n }),
      expect.objectContaining({ party: 'customer-7', currency: 1, amount: -78_000_000n, credit: true }),
    ]);
  });

  it('takes dollar out of a box at its carrying rate and realises the difference', () => {
    const ledger = new Ledger();
    const earned = given(income).after([
      {
        type: 'draft',
        input: {
          outlet_fk: 1,
          income_type_fk: 1,
          date: '2026-03-09',
          ...dollar,
          amount: '100',
          payment_type: 'cash',
          account_fk: 5,
        },
      },
      { type: 'complete' },
    ]);
    ledger.post('income-1', incomeDocument.postingsOf(earned.state(), 'income-1')[0]);
    const posting = posted(
      { account: 610000001, debit: '15000', ...dinar },
      { account: 111000005, credit: '10', currency_fk: 2, rate: '1500' },
    );
    expect(ledger.post('general_journal-1', posting)).toEqual({
      'expense-type:1': '15000',
      'cash:5': '-14800',
      'fx-realised': '-200',
    });
  });
});

describe('the chart', () => {
  it('has a place for people’s own accounts below every heading, on the heading’s side and statement', () => {
    for (const heading of HEADING_KEYS) {
      const key = ownAccountKey(heading);
      const { side, statement } = HEADINGS[heading];
      expect(SYSTEM_ACCOUNTS[key]).toMatchObject({ parent: heading, side, statement, per: 'ledger_account' });
      expect(recordOf({ key, of: 4 })).toEqual({ kind: 'ledger_account', id: 4 });
      expect(accountOf(accountNumber({ key, of: 4 }))).toEqual({ key, of: 4 });
    }
  });

  it('has one number for each account, and one account for each number', () => {
    const codes = Object.values(SYSTEM_ACCOUNTS).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(recordOf({ key: 'sales' })).toBeUndefined();
  });
});
