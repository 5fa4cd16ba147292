/** Links between the auditor's screens: the later moment is compared with the earlier one, and ledgers have the same lines. */
import { describe, expect, it } from 'vitest';
import { ledgerOfFigure } from '../../web/audit/ledger-of-figure.ts';
import { booksAround, changedBetween } from '../../web/shared/explain/moments.ts';

describe('the books around an event', () => {
  it('are those after it, beside those before it', () => {
    expect(booksAround('10')).toEqual({
      compared: { known_at: '10', compare_known_at: '9' },
      changed: { from_known_at: '9', known_at: '10' },
    });
    expect(booksAround('1')).toBeUndefined();
  });

  it('lead from their comparison to what the event changed', () => {
    const around = booksAround('10');
    expect(changedBetween(around?.compared ?? {})).toEqual(around?.changed);
  });
});

describe('what changed between two moments of a comparison', () => {
  const between = (known_at: string | undefined, compare_known_at: string) => {
    const { from_known_at, known_at: until } = changedBetween({ known_at, compare_known_at }) ?? {};
    return [from_known_at, until];
  };

  it.each([
    ['9', '10'],
    ['99', '100'],
    ['2026-03-01T10:00Z', '2026-03-01T10:00:30Z'],
  ])('is from the earlier to the later one, whichever is compared with the other: %s, %s', (earlier, later) => {
    expect(between(later, earlier)).toEqual([earlier, later]);
    expect(between(earlier, later)).toEqual([earlier, later]);
  });

  it('is until now without a known-at moment, and as it is asked for a position and a point in time', () => {
    expect(between(undefined, '10')).toEqual(['10', undefined]);
    expect(between('9', '2026-03-01T10:00Z')).toEqual(['2026-03-01T10:00Z', '9']);
  });

  it('is of the same day and outlet, and nothing without a second moment', () => {
    expect(changedBetween({ known_at: '10', compare_known_at: '9', as_at: '2026-03-01', outlet_fk: 3 })).toEqual({
      ...{ from_known_at: '9', known_at: '10', as_at: '2026-03-01', outlet_fk: 3 },
    });
    expect(changedBetween({ known_at: '10', compare_as_at: '2026-03-01' })).toBeUndefined();
  });
});

describe('the account ledger of a figure', () => {
  it('has the times and the outlet of the figure', () => {
    const figure = 'trial_balance;account=4100;of=credit;from=2026-01-01;as_at=2026-12-31;known_at=42;outlet_fk=3';
    expect(ledgerOfFigure(figure, 4100)).toEqual({
      ...{ account: 4100, from: '2026-01-01', as_at: '2026-12-31', known_at: '42', outlet_fk: '3' },
    });
  });

  it.each([
    'income_statement;row=4100',
    'cash_flow;method=indirect;row=total.net_result;in_account=4100',
    'account_ledger;account=4100;without_closing=1;of=closing',
  ])('leaves out closing entries as the figure does: %s', (figure) => {
    expect(String(ledgerOfFigure(figure, 4100)['without_closing'])).toBe('1');
  });

  it.each([
    'cash_flow;method=direct;row=4100',
    'balance_sheet;row=account.result_of_year;in_account=4100',
    'account_ledger;account=4100;of=closing',
  ])('has them where the figure has them: %s', (figure) => {
    expect(ledgerOfFigure(figure, 4100)).not.toHaveProperty('without_closing');
  });
});
