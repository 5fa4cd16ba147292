/** The change of a receipt, in whole notes. */
import { expect, it } from 'vitest';
import { changeOf } from '../../domain/till/receipts/change.ts';
import { money, printMoney } from '../../domain/values/money.ts';

const STEP = money('250');
const change = (total: string, cash: string, other = '0') => {
  const found = changeOf(money(total), money(cash), money(other), STEP);
  return found === undefined ? undefined : printMoney(found);
};

it.each([
  ['43600', '50000', '6500'],
  ['105', '1480', '1250'],
  ['50', '1480', '1250'],
  ['10', '200', '0'],
  ['1480', '1480', '0'],
  ['100', '1500', '1500'],
])('is never more than was given: %s is paid with %s, and %s goes back', (total, cash, back) => {
  expect(change(total, cash)).toBe(back);
});

it('is nothing where no note pays what is left, and is not known where more is left', () => {
  expect(change('43600', '43500')).toBe('0');
  expect(change('43600', '43000')).toBeUndefined();
  expect(change('43600', '30000', '13600')).toBe('0');
});
