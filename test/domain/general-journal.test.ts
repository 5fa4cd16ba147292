import { describe, expect, it } from 'vitest';
import { generalJournalDocument } from '../../domain/ledger/general-journal.document.ts';
import type { GeneralJournalInput } from '../../domain/ledger/general-journal.schema.ts';
import { generalJournal } from '../../domain/ledger/general-journal.ts';
import { ledgerAccount } from '../../domain/ledger/ledger-account.record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

type Line = GeneralJournalInput['lines'][number];

const FURNITURE = 190000004;
const DINAR_BOX = 111000003;
const DOLLAR_BOX = 111000005;
const RENT = 610000001;
const line = (account: number, side: 'debit' | 'credit', amount: string, more: Partial<Line> = {}): Line => ({
  account,
  [side]: amount,
  currency_fk: 1,
  ...more,
});
const input: GeneralJournalInput = {
  outlet_fk: 1,
  date: '2026-03-10',
  lines: [line(FURNITURE, 'debit', '5000'), line(RENT, 'debit', '1000'), line(DINAR_BOX, 'credit', '6000')],
};
const drafted = given(generalJournal).after([{ type: 'draft', input }]);
const posted = drafted.after([{ type: 'post' }]);
const drafting = (...lines: Line[]) => given(generalJournal).when({ type: 'draft', input: { ...input, lines } });
const booked = (of: typeof drafted) => generalJournalDocument.postingsOf(of.state(), 'general_journal-1');

describe('a general journal that is new', () => {
  it('is drafted with the sum of its debits, and may be unbalanced as long as it is a draft', () => {
    const [event] = drafting(line(FURNITURE, 'debit', '10', { currency_fk: 2, rate_fk: 4 })).gives(
      'general_journal.drafted',
    );
    expect(event?.data).toMatchObject({ amount: '14800', currency_fk: 1, lines: [{ line_id: 1, outlet_fk: 1 }] });
    expect(booked(drafted)).toEqual([]);
  });

  it('has one amount above zero on each line', () => {
    drafting(line(RENT, 'debit', '0'), line(RENT, 'debit', '5', { credit: '5' })).isRefused(
      'lines.0.debit: debit_or_credit',
      'lines.1.debit: debit_or_credit',
    );
    drafting(line(RENT, 'debit', '5', { credit: '0' })).gives('general_journal.drafted');
  });

  it('names accounts of the chart that take postings', () => {
    drafting(
      line(1000, 'debit', '1'),
      line(99, 'debit', '1'),
      line(110, 'debit', '1'),
      line(121000007, 'debit', '1'),
      line(1110, 'debit', '1'),
      line(131000001, 'debit', '1'),
      line(3100, 'debit', '1'),
      line(190000009, 'debit', '1'),
    ).isRefused(
      'lines.0.account: unknown_account',
      'lines.1.account: unknown_account',
      'lines.2.account: unknown_account',
      'lines.3.account: unknown_account',
      'lines.4.account: account_takes_no_journal',
      'lines.5.account: account_takes_no_journal',
      'lines.6.account: account_takes_no_journal',
      'lines.7.account: unknown_record',
    );
  });

  it('leaves the accounts of entries between outlets and of productions to the documents behind them', () => {
    const closed = [1330, 1410, 4250];
    for (const account of closed) {
      drafting(line(account, 'debit', '1'), line(RENT, 'credit', '1')).isRefused(
        'lines.0.account: account_takes_no_journal',
      );
    }
  });

  it('posts to accounts of the system only with permission, when it is drafted and when it is posted', () => {
    const body = { ...input, lines: [line(4100, 'debit', '1'), line(FURNITURE, 'credit', '1')] };
    const without = shop({ permissions: [] });
    given(generalJournal)
      .when({ type: 'draft', input: body }, without)
      .isRefused('lines.0.account: system_account_needs_permission');
    const draft = given(generalJournal).after([{ type: 'draft', input: body }]);
    draft.when({ type: 'post' }, without).isRefused('lines.0.account: system_account_needs_permission');
    draft
      .when({ type: 'post' }, shop({ permissions: ['general_journals/system_accounts'] }))
      .gives('general_journal.posted');
  });

  it('takes a cash box in its own currency, by its own number, in its own outlet', () => {
    drafting(
      line(DOLLAR_BOX, 'debit', '1'),
      line(112000003, 'debit', '1'),
      line(112000006, 'debit', '1'),
      line(112000006, 'credit', '1', { outlet_fk: 2 }),
    ).isRefused(
      'lines.0.currency_fk: account_of_another_currency',
      'lines.1.account: unknown_account',
      'lines.2.account: not_of_the_outlet',
    );
  });

  it('names the party on the accounts of parties, on the side that opens something, once', () => {
    drafting(
      line(1210, 'debit', '1'),
      line(RENT, 'debit', '1', { supplier_fk: 8 }),
      line(1210, 'credit', '1', { customer_fk: 7 }),
      line(2110, 'credit', '1', { supplier_fk: 8 }),
      line(1220, 'debit', '1', { supplier_fk: 8 }),
      line(2120, 'credit', '1', { supplier_fk: 9, customer_fk: 99 }),
    ).isRefused(
      'lines.0.customer_fk: required',
      'lines.1.supplier_fk: not_an_account_of_parties',
      'lines.2.credit: settled_by_a_transaction',
      'lines.3.supplier_fk: unique',
      'lines.4.supplier_fk: unique',
      'lines.5.supplier_fk: not_an_account_of_parties',
      'lines.5.customer_fk: unknown_record',
    );
  });

  it('is refused with wrong places, rates and line numbers', () => {
    given(generalJournal)
      .when(
        {
          type: 'draft',
          input: {
            ...input,
            date: '2026-02-30',
            lines: [
              line(RENT, 'debit', '1', { line_id: 2, currency_fk: 2, rate: '0' }),
              line(RENT, 'debit', '1', { line_id: 2, outlet_fk: 2 }),
            ],
          },
        },
        shop({ outlets: [1] }),
      )
      .isRefused(
        'date: date',
        'lines.0.rate: greater_than',
        'lines.1.line_id: unique',
        'lines.1.outlet_fk: not_your_outlet',
      );
  });

  it('cannot be posted, discarded or reversed', () => {
    given(generalJournal).when({ type: 'post' }).isWrongState('draft');
    given(generalJournal).when({ type: 'discard' }).isWrongState('draft');
    given(generalJournal).when({ type: 'reverse', reason: 'x' }).isWrongState('draft');
  });
});

describe('a general journal that is a draft', () => {
  it('is changed, discarded and posted', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }).gives('general_journal.draft_changed');
    drafted.when({ type: 'change', input }).givesNothing();
    drafted.when({ type: 'discard' }).gives('general_journal.discarded');
    drafted.when({ type: 'post' }).gives('general_journal.posted');
    drafted.when({ type: 'reverse', reason: 'x' }).isWrongState('change', 'post', 'discard');
  });

  it('is posted only when its debits are its credits, in the currency of the books', () => {
    const draft = (...lines: Line[]) => given(generalJournal).after([{ type: 'draft', input: { ...input, lines } }]);
    const refusal = draft(line(RENT, 'debit', '1000.5'), line(DINAR_BOX, 'credit', '1000'))
      .when({ type: 'post' })
      .isRefused(': entry_not_balanced');
    expect(refusal.issues[0]?.params).toEqual({ value: '0.5 IQD' });
    draft().when({ type: 'post' }).isRefused('lines: at_least_two_lines');
    draft(line(RENT, 'debit', '1480'), line(DOLLAR_BOX, 'credit', '1', { currency_fk: 2, rate_fk: 4 }))
      .when({ type: 'post' })
      .gives('general_journal.posted');
  });
});

describe('a general journal of an account that is closed since', () => {
  const [stored] = drafting(line(FURNITURE, 'debit', '1'), line(RENT, 'credit', '1')).events();
  const data = membersOf(stored?.data);
  const lines = objectsOf(data['lines']).map((one, index) => (index === 0 ? { ...one, account: 1410 } : one));
  const old = (type: string) => ({ type, v: 1, data: { ...data, lines } }) as never;

  it('is not posted when it was a draft', () => {
    given(generalJournal, [old('general_journal.drafted')])
      .when({ type: 'post' })
      .isRefused('lines.0.account: account_takes_no_journal');
  });

  it('remains in the books when it was posted', () => {
    const before = given(generalJournal, [old('general_journal.drafted'), old('general_journal.posted')]);
    expect(booked(before)).toHaveLength(1);
    before.when({ type: 'reverse', reason: 'wrong account' }).gives('general_journal.reversed');
  });
});

describe('a general journal that is posted', () => {
  it('is reversed and leaves the books, and nothing else', () => {
    expect(booked(posted)).toHaveLength(1);
    posted.when({ type: 'change', input }).isWrongState('reverse');
    posted.when({ type: 'discard' }).isWrongState('reverse');
    posted.when({ type: 'reverse', reason: 'wrong account' }).gives('general_journal.reversed');
    const reversed = posted.after([{ type: 'reverse', reason: 'x' }]);
    expect(booked(reversed)).toEqual([]);
    reversed.when({ type: 'post' }).isWrongState('');
  });
});

describe('an account that people made', () => {
  it('keeps its heading, from which its number and statement follow', () => {
    const account = given(recordDecider(ledgerAccount)).after([
      { type: 'register', data: { account_name: 'Goodwill', heading: 'assets' } },
    ]);
    account.when({ type: 'amend', changed: { heading: 'costs' } }).isRefused('heading: cannot_be_changed');
    account.when({ type: 'amend', changed: { account_name: 'Brand value' } }).gives('ledger_account.amended');
  });
});
