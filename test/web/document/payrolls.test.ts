/** The line of a payroll begins with the salary of the person whom it names. */
import { afterEach, expect, it } from 'vitest';
import { printMoney } from '../../../domain/values/money.ts';
import { corrected, correctionsOf, linesOf, paymentsOf } from '../../../web/people/payroll-lines.ts';
import { payrollDeclaration } from '../../../web/people/payrolls.tsx';
import { queryClient } from '../../../web/shared/api/query.ts';

afterEach(() => queryClient.clear());

const filled = (user_id: number, base_salary: string | null = null, user_fk: number | null = null) =>
  payrollDeclaration.columns
    .find(({ field }) => field === 'user_fk')
    ?.fills?.({ user_id }, {}, { base_salary, user_fk });

it('of the only active salesman that names this person, and only while the line has none', () => {
  expect(filled(2)).toEqual({});
  queryClient.setQueryData(
    ['salesmen', 'salaries'],
    [
      { user_fk: 2, base_salary: '600' },
      { user_fk: 3, base_salary: null },
      { user_fk: 4, base_salary: '500' },
      { user_fk: 4, base_salary: '700' },
      { user_fk: 6, base_salary: '650' },
      { user_fk: null, base_salary: '900' },
    ],
  );
  expect(filled(2)).toEqual({ base_salary: '600' });
  expect(filled(2, '450')).toEqual({});
  for (const other of [3, 4, 5]) expect(filled(other)).toEqual({});
  // A salary that was filled in for another person goes with that person; one that was typed stays.
  expect(filled(6, '600', 2)).toEqual({ base_salary: '650' });
  expect(filled(5, '600', 2)).toEqual({ base_salary: null });
  expect(filled(6, '610', 2)).toEqual({});
});

/** 500 of Aram and 300 of Bahar; Aram has 500 from the safe, and the pay of Bahar was raised from 250 after 250 were paid. */
const stored = {
  lines: [
    { line_id: 1, user_fk: 2, user_name: 'Aram', base_salary: '600', deduction: '100', amount: '500' },
    { line_id: 2, user_fk: 3, user_name: 'Bahar', base_salary: '300', repayment: null, amount: '300' },
    { line_id: 3, user_fk: 4, base_salary: '100', deduction: '150', amount: '0', debt_amount: '50' },
  ],
  payment: null,
  paid_parts: [
    { date: '2026-04-01', account_fk: 3, account_name: 'Safe', payroll: { lines: [{ line_id: 1, amount: '500' }] } },
    {
      ...{ date: '2026-04-02', account_fk: 9 },
      payroll: { lines: ['250', '0'].map((amount, index) => ({ line_id: index + 2, amount })) },
    },
  ],
  corrections: [
    { date: '2026-04-03', before: { amount: '250' }, after: { user_name: 'Bahar', amount: '300' }, reason: 'overtime' },
  ],
};

it('a payment offers what is left of each line', () => {
  const left = (data: object) => linesOf({ ...data }).map(({ name, rest }) => [name, printMoney(rest)]);
  expect(left(stored)).toEqual([
    ['Aram', '0'],
    ['Bahar', '50'],
    ['#4', '0'],
  ]);
  expect(left({ ...stored, paid_parts: undefined })).toEqual([
    ['Aram', '500'],
    ['Bahar', '300'],
    ['#4', '0'],
  ]);
  const [first] = stored.paid_parts;
  expect(left({ lines: stored.lines, payment: first })).toMatchObject([{}, ['Bahar', '300'], {}]);
});

it('a correction says what is then left to pay, or what the person then owes', () => {
  const [aram, bahar] = linesOf(stored);
  const after = (line: typeof aram, base_salary: string, deduction = '') =>
    line && corrected(stored, line, { base_salary, addition: '', deduction });
  expect(after(aram, '450')).toEqual({ rest: '0', debt: '50' });
  expect(after(aram, '0', '20')).toEqual({ rest: '0', debt: '520' });
  expect(after(aram, '520')).toEqual({ rest: '20', debt: undefined });
  expect(after(bahar, '250')).toEqual({ rest: '0', debt: undefined });
});

it('the page of a payroll lists its payments and corrections', () => {
  expect(paymentsOf(stored)).toEqual([
    { date: '2026-04-01', account: 'Safe', persons: 1, amount: '500' },
    { date: '2026-04-02', account: '#9', persons: 1, amount: '250' },
  ]);
  expect(correctionsOf(stored)).toEqual([
    { date: '2026-04-03', name: 'Bahar', before: '250', after: '300', reason: 'overtime' },
  ]);
});

it('a net pay below zero lowers no payment', () => {
  const lines = [
    { base_salary: '600', deduction: '100' },
    { base_salary: '100', deduction: '150' },
  ].map((fields, key) => ({ key, fields }));
  const totals = payrollDeclaration.totals({ header: {}, lines } as never, {} as never);
  expect([totals.total, ...totals.lines.values()]).toEqual(['500', '500', '-50']);
});
