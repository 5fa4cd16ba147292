import { expect, it } from 'vitest';
import { reversed } from '../../domain/entries/entry.ts';
import type { ClosingBalance, YearClose } from '../../domain/ledger/year-close.ts';
import { postYearClose } from '../../domain/posting/year-close.ts';
import { balances } from './reading.ts';

const close: YearClose = {
  financial_year_fk: 1,
  previous_year_fk: null,
  start_date: '2026-01-01',
  date: '2026-12-31',
  system_currency_fk: 1,
  acknowledged: [],
  note: null,
};
const held = (account: number, outlet_fk: number, base: string, currency_fk = 1, foreign_amount = base) =>
  ({ account, outlet_fk, currency_fk, base, foreign_amount }) satisfies ClosingBalance;

const of = (of: readonly ClosingBalance[]) =>
  postYearClose({
    close,
    books: {
      position: '1',
      rules: { posting: '', costing: '', read_models: '' },
      digests: { trial_balance: '', stock: '', subledgers: '' },
      balances: of,
      previous: null,
      differences: [],
    },
  });

const posting = of([
  held(4100, 1, '-45000'),
  held(5100, 1, '28000'),
  held(610000001, 1, '2980', 2, '2'),
  held(5100, 2, '500'),
]);

it('empties income and expense accounts into retained earnings, in each outlet, as a closing', () => {
  expect(balances(posting)).toEqual({
    sales: '45000',
    'cost-of-goods-sold': '-28500',
    'expense-type:1': '-2980',
    'retained-earnings': '-13520',
  });
  expect([posting.kind, posting.effective]).toEqual(['closing', '2026-12-31T23:59:59']);
  expect(posting.lines.filter(({ outlet }) => outlet === 2).map(({ account, base }) => [account.key, base])).toEqual([
    ['income-summary', 5_000_000n],
    ['cost-of-goods-sold', -5_000_000n],
    ['income-summary', -5_000_000n],
    ['retained-earnings', 5_000_000n],
  ]);
});

it('empties a foreign balance in its own currency too', () => {
  expect(posting.lines.find(({ currency }) => currency === 2)).toMatchObject({ base: -29_800_000n, foreign: -20_000n });
});

it('is reversed as a closing entry, so that no income statement contains it', () => {
  expect(reversed(posting).kind).toBe('closing');
  expect(balances(reversed(posting))['retained-earnings']).toBe('13520');
});

it('posts nothing for a year without income and expenses', () => {
  expect(of([]).lines).toEqual([]);
});
