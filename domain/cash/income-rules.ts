/** What an income must be: its type, an amount above zero, and who pays; it is carried at the in rate. */
import { checkPlace, known, settleCurrency, settlePayment, timeOf } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { readMoney } from '../kernel/money.ts';
import { Issues } from '../kernel/refusal.ts';
import type { IncomeInput } from './income.schema.ts';
import type { Income } from './income-events.ts';

export function incomeFacts(input: IncomeInput, facts: Facts): Income {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'income_type_fk', 'income_type', input.income_type_fk);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  if ((readMoney(input.amount) ?? 0n) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  const income: Income = {
    outlet_fk: input.outlet_fk,
    income_type_fk: input.income_type_fk,
    date: input.date,
    time: timeOf(input, facts),
    amount: input.amount,
    ...settleCurrency(input, 'in', facts, issues),
    payment_type: input.payment_type,
    customer_fk: input.customer_fk ?? null,
    ...settlePayment(input, input.customer_fk, 'customer_fk', facts, issues),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
  issues.throwIfAny();
  return income;
}
