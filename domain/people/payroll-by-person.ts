/**
 * The payments and corrections of a payroll by person (docs/decisions/0193): a payment chooses lines and an account, and a
 * line is corrected after its approval or payment. What was paid beyond the corrected pay is owed by the person.
 */
import type { Facts } from '../deciding/facts.ts';
import type { ByLine, InForce } from '../documents/approved.ts';
import { paymentsOf } from '../documents/approved.ts';
import { checkPaidOn, paidOut } from '../documents/paid-out.ts';
import { amountIn } from '../values/amount-in.ts';
import { money, printMoney, readMoney, sum } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import { amountsOf, paidOf, restOf } from './paid-lines.ts';
import type { PayrollCorrectionInput, PayrollPayOutInput } from './payroll.schema.ts';
import type { Payroll, PayrollCorrected, PayrollLine, PayrollPaid } from './payroll-events.ts';
import type { UserData } from './user.record.ts';

type Paying = InForce<Payroll, PayrollPaid, PayrollCorrected>;

export const BY_PERSON: ByLine<Payroll, PayrollPaid, PayrollCorrectionInput, PayrollCorrected> = {
  isPaid: ({ lines }, payments) => lines.every((line) => restOf(line, payments) === 0n),
  correction,
  corrected: (data, { after }) => withLine(data, after),
  uncorrected: (data, { before }) => withLine(data, before),
};

function withLine(data: Payroll, line: PayrollLine): Payroll {
  return withLines(
    data,
    data.lines.map((each) => (each.line_id === line.line_id ? line : each)),
  );
}

const withLines = (data: Payroll, lines: readonly PayrollLine[]): Payroll => ({
  ...data,
  lines,
  amount: printMoney(sum(lines.map(({ amount }) => money(amount)))),
});

/** The payment of the chosen lines, or of all that is left; undefined when nothing of them is left. */
export function paidByPerson(
  data: Payroll,
  input: PayrollPayOutInput,
  facts: Facts,
  of: Paying,
): PayrollPaid | undefined {
  const { corrections = [] } = of;
  const payments = paymentsOf(of);
  const issues = new Issues();
  const chosen = input.lines?.length ? input.lines : data.lines;
  chosen.forEach(({ line_id }, index) => {
    const field = `lines.${index}.line_id`;
    if (!data.lines.some((line) => line.line_id === line_id)) issues.add(field, 'unknown_record');
    if (chosen.findIndex((each) => each.line_id === line_id) < index) issues.add(field, 'unique');
  });
  issues.throwIfAny();
  const isChosen = (line: PayrollLine) => chosen.some(({ line_id }) => line_id === line.line_id);
  const isAll = payments.length === 0 && data.lines.every(isChosen);
  const left = data.lines.filter(isChosen).map((line) => ({ ...line, amount: printMoney(restOf(line, payments)) }));
  const lines = isAll ? data.lines : left.filter(({ amount }) => amount !== '0');
  if (lines.length === 0) return undefined;
  // Not before the day on which the last of it is owed.
  const owedFrom = corrections.filter((each) => isChosen(each.after) && isRaised(each)).map(({ date }) => date);
  const date = [data.date, ...owedFrom].toSorted().at(-1) ?? data.date;
  const payroll = isAll ? data : withLines(data, lines);
  return { ...paidOut({ ...payroll, date }, input, facts, payments.length), payroll };
}

const isRaised = ({ before, after }: PayrollCorrected): boolean => money(after.amount) > money(before.amount);

function correction(of: Paying, input: PayrollCorrectionInput, facts: Facts): PayrollCorrected | undefined {
  const { data } = of;
  const issues = new Issues();
  const before = data.lines.find(({ line_id }) => line_id === input.line_id);
  if (!before) issues.add('line_id', 'unknown_record');
  checkPaidOn(data, input.date, issues);
  const pays = [input.base_salary, input.addition, input.deduction].map((amount) => readMoney(amount ?? '0'));
  if (pays.some((amount) => amount === undefined)) issues.add('base_salary', 'required');
  issues.throwIfAny();
  if (!before) return undefined;
  const { debt_amount: _, amount: __, note: ___, ...kept } = before;
  const pay = {
    base_salary: input.base_salary,
    addition: input.addition ?? null,
    deduction: input.deduction ?? null,
  };
  const amounts = amountsOf({ ...kept, ...pay }, paidOf(before.line_id, paymentsOf(of)));
  const after: PayrollLine = { ...kept, ...pay, ...amounts, note: input.note ?? null };
  if (isSamePay(before, after)) return undefined;
  if (money(after.debt_amount ?? '0') > money(before.debt_amount ?? '0')) {
    askAboutDebt('base_salary', after, data, facts, issues);
    issues.throwIfAny();
  }
  const { outlet_fk, currency_fk, system_currency_fk } = data;
  return { outlet_fk, date: input.date, currency_fk, system_currency_fk, before, after, reason: input.reason };
}

const isSamePay = (before: PayrollLine, after: PayrollLine): boolean =>
  (['base_salary', 'addition', 'deduction', 'note'] as const).every((field) => before[field] === after[field]);

/** Asks before a line makes its person owe the business. */
export function askAboutDebt(
  field: string,
  { user_fk, debt_amount }: PayrollLine,
  { currency_fk }: Payroll,
  facts: Facts,
  issues: Issues,
): void {
  if (facts.confirmed || debt_amount === undefined) return;
  const name = facts.record<UserData>('user', user_fk)?.data.user_name ?? String(user_fk);
  issues.ask(field, 'pay_becomes_a_debt', { name, amount: amountIn(debt_amount, currency_fk, facts) });
}
