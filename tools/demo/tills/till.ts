/** Settlements of the tills' payment app. */
import { APP, account } from '../cash-accounts.ts';
import type { Habit } from '../trade.ts';

/** The payment app pays into the bank every ten days, and keeps one percent. */
export const settlingTheApp: Habit = (trade, day) => {
  if (day.number % 10 !== 9) return [];
  const { business, clerk, cashAccounts } = trade;
  const settle = async () => {
    const amount = cashAccounts.of(APP);
    if (amount === 0n) return;
    const fee = amount / 100n;
    const body = {
      outlet_fk: business.places[0].outlet,
      date: day.date,
      time: '12:30',
      amount: String(amount),
      fee: String(fee),
      expense_type_fk: business.expenseTypes[5],
      account_fk: business.bank,
    };
    await clerk.enter('app_settlements', body, business.accountant);
    cashAccounts.add(APP, -amount);
    cashAccounts.add(account(business.bank), amount - fee);
  };
  return [{ time: '12:30', run: settle }];
};
