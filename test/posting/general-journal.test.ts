import { describe, expect, it } from 'vitest';
import { incomeDocument } from '../../domain/cash/income.document.ts';
import { income } from '../../domain/cash/income.ts';
import {
  accountNumber,
  accountOf,
  HEADING_KEYS,
  HEADINGS,
  ownAccountKey,
  recordOf,
  SYSTEM_ACCOUNTS,
} from '../../domain/chart/chart.ts';
import { generalJournalDocument } from '../../domain/ledger/general-journal.document.ts';
import type { GeneralJournalInput } from '../../domain/ledger/general-journal.schema.ts';
import { generalJournal } from '../../domain/ledger/general-journal.ts';
import { toTime } from '../../domain/values/effective-date.ts';
import { printMoney } from '../../domain/values/money.ts';
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

/** A journal of one line in dollars on an own account, against dinars. */
function dollarJournal(account: number, side: 'debit' | 'credit', amount: string, rate: string, more: object = {}) {
  const dinars = String(Number(amount) * Number(rate));
  const other = side === 'debit' ? 'credit' : 'debit';
  return posted(
    { account, [side]: amount, currency_fk: 2, rate, ...more },
    { account: 111000003, [other]: dinars, ...dinar },
  );
}
const [LOAN, DEPOSIT] = [290000004, 190000004];

describe('a foreign balance of an own account', () => {
  it('is carried at its average: a loan paid back in parts realises each difference and ends at zero', () => {
    const ledger = new Ledger();
    ledger.post('general_journal-1', dollarJournal(LOAN, 'credit', '10000', '1500'));
    expect(ledger.post('general_journal-2', dollarJournal(LOAN, 'debit', '2000', '1520'))).toEqual({
      'other-liabilities:4': '3000000',
      'cash:3': '-3040000',
      'fx-realised': '40000',
    });
    expect(ledger.post('general_journal-3', dollarJournal(LOAN, 'debit', '8000', '1544'))).toMatchObject({
      'other-liabilities:4': '12000000',
      'fx-realised': '352000',
    });
    expect(ledger.ofOutlet(1)).toEqual({ 'cash:3': '-392000', 'fx-realised': '392000' });
  });

  it('ends the same in whatever order its journals are entered, also when one is taken back', () => {
    const inOrder = new Ledger();
    const late = new Ledger();
    const at = (day: string, of: ReturnType<typeof posted>) => ({ ...of, effective: toTime(`${day}T12:00:00`) });
    const steps = [
      at('2026-03-01', dollarJournal(LOAN, 'credit', '10000', '1500')),
      at('2026-03-02', dollarJournal(LOAN, 'credit', '10000', '1600')),
      at('2026-03-03', dollarJournal(LOAN, 'debit', '5000', '1520')),
      at('2026-03-04', dollarJournal(LOAN, 'debit', '15000', '1544')),
    ];
    for (const [index, step] of steps.entries()) inOrder.post(`general_journal-${index}`, step);
    late.post('general_journal-9', dollarJournal(LOAN, 'debit', '1000', '1700'));
    for (const index of [3, 1, 2, 0]) late.post(`general_journal-${index}`, steps[index]);
    late.reverse('general_journal-9');
    expect(late.ofOutlet(1)).toEqual(inOrder.ofOutlet(1));
    expect(inOrder.ofOutlet(1)).toEqual({ 'cash:3': '240000', 'fx-realised': '-240000' });
  });

  it('may be an asset: a deposit that comes back at a higher rate is a gain', () => {
    const ledger = new Ledger();
    ledger.post('general_journal-1', dollarJournal(DEPOSIT, 'debit', '1000', '1480'));
    ledger.post('general_journal-2', dollarJournal(DEPOSIT, 'debit', '1000', '1500'));
    expect(ledger.post('general_journal-3', dollarJournal(DEPOSIT, 'credit', '500', '1510'))).toEqual({
      'other-assets:4': '-745000',
      'cash:3': '755000',
      'fx-realised': '-10000',
    });
  });

  it('that goes over to the other side begins there at the rate of its journal', () => {
    const ledger = new Ledger();
    ledger.post('general_journal-1', dollarJournal(LOAN, 'credit', '100', '1500'));
    expect(ledger.post('general_journal-2', dollarJournal(LOAN, 'debit', '150', '1520'))).toEqual({
      'other-liabilities:4': '226000',
      'cash:3': '-228000',
      'fx-realised': '2000',
    });
    expect(ledger.post('general_journal-3', dollarJournal(LOAN, 'credit', '50', '1530'))).toMatchObject({
      'other-liabilities:4': '-76000',
    });
  });

  it('is of one outlet: what another outlet owes does not change its average', () => {
    const ledger = new Ledger();
    ledger.post('general_journal-1', dollarJournal(LOAN, 'credit', '100', '1500'));
    ledger.post('general_journal-2', dollarJournal(LOAN, 'credit', '100', '1600', { outlet_fk: 2 }));
    ledger.post('general_journal-3', dollarJournal(LOAN, 'debit', '100', '1600', { outlet_fk: 2 }));
    expect(ledger.ofOutlet(2)).toEqual({});
    expect(ledger.ofOutlet(1)).toMatchObject({ 'other-liabilities:4': '-150000' });
  });

  it('of journals before this rule is as they posted it, and what settles it now realises the difference', () => {
    const ledger = new Ledger();
    const older = (of: ReturnType<typeof posted>) => ({ ...of, movements: [] });
    ledger.post('general_journal-1', older(dollarJournal(LOAN, 'credit', '10000', '1500')));
    expect(ledger.post('general_journal-2', older(dollarJournal(LOAN, 'debit', '2000', '1520')))).toEqual({
      'other-liabilities:4': '3040000',
      'cash:3': '-3040000',
    });
    expect(ledger.post('general_journal-3', dollarJournal(LOAN, 'debit', '8000', '1544'))).toEqual({
      'other-liabilities:4': '11960000',
      'cash:3': '-12352000',
      'fx-realised': '392000',
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
