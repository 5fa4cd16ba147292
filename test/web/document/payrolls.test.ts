/** The line of a payroll begins with the salary of the person whom it names. */
import { afterEach, expect, it } from 'vitest';
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
