import { describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import { yearCloseDocument } from '../../domain/ledger/year-close.document.ts';
import { type ClosedBooks, yearClose } from '../../domain/ledger/year-close.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const input = { financial_year_fk: 2, previous_year_fk: 1 };
const books: ClosedBooks = {
  position: '40',
  rules: { posting: 'a', costing: 'b', read_models: 'c' },
  digests: { trial_balance: 'd', stock: 'e', subledgers: 'f' },
  balances: [{ account: 4100, outlet_fk: 1, currency_fk: 1, base: '-700', foreign_amount: '-700' }],
  previous: null,
  differences: [],
};
const closing = given(yearClose).after([{ type: 'start', input }]);
const closed = closing.after([{ type: 'close', books }]);
const reopened = closed.after([{ type: 'reopen', reason: 'an invoice was forgotten' }]);
const broken = closing.after([{ type: 'break_off', reason: null }]);

describe('a close that is new', () => {
  it('takes its days from the year', () => {
    const [event] = given(yearClose).when({ type: 'start', input }).gives('year_close.started');
    expect(event?.data).toMatchObject({ start_date: '2027-01-01', date: '2027-12-31', acknowledged: [] });
  });

  it('follows a year that ends before it', () => {
    given(yearClose)
      .when({ type: 'start', input: { financial_year_fk: 1, previous_year_fk: 2 } })
      .isRefused('previous_year_fk: previous_year_is_later');
    given(yearClose)
      .when({ type: 'start', input: { financial_year_fk: 9, previous_year_fk: 8 } })
      .isRefused('financial_year_fk: unknown_record', 'previous_year_fk: unknown_record');
  });

  it('is not closed before it is started', () => {
    given(yearClose).when({ type: 'close', books }).isWrongState('start');
  });
});

describe('a year that is being closed', () => {
  it('is closed with the computed balances, or broken off', () => {
    const [event] = closing.when({ type: 'close', books }).gives('year_close.closed');
    expect(event?.data).toMatchObject({ books: { position: '40' }, date: '2027-12-31', number: null });
    closing.when({ type: 'break_off', reason: 'drafts' }).gives('year_close.broken_off');
    closing.when({ type: 'reopen', reason: 'x' }).isWrongState('break_off');
  });
});

describe('a closed year', () => {
  it('is reopened and nothing else', () => {
    closed.when({ type: 'reopen', reason: 'x' }).gives('year_close.reopened');
    closed.when({ type: 'break_off', reason: 'x' }).isWrongState('reopen');
    reopened.when({ type: 'close', books }).isWrongState();
    broken.when({ type: 'close', books }).isWrongState();
  });

  it('has its closing entry in the books until it is reopened', () => {
    const booked = (state: unknown) => yearCloseDocument.postingsOf(state as { status: string }, 'year_close-1');
    expect(booked(closed.state())).toMatchObject([{ kind: 'closing', effective: '2027-12-31T23:59:59' }]);
    expect([closing, reopened, broken].map((value) => booked(value.state()))).toEqual([[], [], []]);
  });
});

describe('claims of a close', () => {
  const claims = (before: { state(): unknown }, after: { state(): unknown }): readonly Claim[] =>
    yearCloseDocument.claims?.(before.state() as never, after.state() as never, 'year_close-1') ?? [];
  const levels = (all: readonly Claim[]) =>
    all.flatMap((claim) => (claim.kind === 'level' ? [`${claim.key} ${claim.delta}`] : []));

  it('shut the days when it begins, and take the token of the year before', () => {
    const begun = claims(given(yearClose), closing);
    expect(begun[0]).toMatchObject({ kind: 'period_change', from: '2027-01-01', to: '2027-12-31', status: 'closed' });
    expect(levels(begun)).toEqual(['year_close:2 1', 'closed_year:1 -1']);
  });

  it('assign a token to the year when it is closed, which only the next close or reopening can take', () => {
    expect(levels(claims(closing, closed))).toEqual(['closed_year:2 1']);
    const back = claims(closed, reopened);
    expect(back[0]).toMatchObject({ kind: 'period_change', status: 'open' });
    expect(levels(back)).toEqual(['year_close:2 -1', 'closed_year:1 1', 'closed_year:2 -1']);
    expect(back.at(-1)).toMatchObject({ floor: '0', message: 'later_year_is_closed' });
  });

  it('release everything when it is broken off', () => {
    expect(levels(claims(closing, broken))).toEqual(['year_close:2 -1', 'closed_year:1 1']);
  });

  it('are none in the first year beyond its own', () => {
    const first = given(yearClose).after([{ type: 'start', input: { financial_year_fk: 1 } }], shop());
    expect(levels(claims(given(yearClose), first))).toEqual(['year_close:1 1']);
  });
});
