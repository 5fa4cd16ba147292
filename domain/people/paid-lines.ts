/**
 * What is left to pay of each line of a payroll, and what a line makes its person owe (docs/decisions/0193). Pure, for the
 * server and the screen of a payment.
 */
import { type Money, printMoney, readMoney, subtract, sum, ZERO } from '../values/money.ts';
import { netOf, type PayOfLine } from '../values/net-pay.ts';

interface LineAmount {
  readonly line_id: number;
  readonly amount: string;
}

interface PaymentOfLines {
  readonly payroll: { readonly lines: readonly LineAmount[] };
}

const read = (amount: string): Money => readMoney(amount) ?? ZERO;

/** What was paid for a line so far. */
export const paidOf = (line: number, payments: readonly PaymentOfLines[]): Money =>
  sum(
    payments.flatMap(({ payroll }) =>
      payroll.lines.flatMap(({ line_id, amount }) => (line_id === line ? [read(amount)] : [])),
    ),
  );

/** What is left to pay of a line; zero when more was paid. */
export function restOf({ line_id, amount }: LineAmount, payments: readonly PaymentOfLines[]): Money {
  const rest = subtract(read(amount), paidOf(line_id, payments));
  return rest > 0n ? rest : ZERO;
}

/** What was paid of the amounts of all lines, without what persons were paid beyond them. */
export const paidSoFar = (
  { amount, lines }: { readonly amount: string; readonly lines: readonly LineAmount[] },
  payments: readonly PaymentOfLines[],
): Money => subtract(read(amount), sum(lines.map((line) => restOf(line, payments))));

/** The amount to pay of a line, and what its person owes: the net that is below zero, and what was paid beyond it. */
export function amountsOf(line: PayOfLine, paid: Money): { readonly amount: string; readonly debt_amount?: string } {
  const net = netOf(line);
  const debt = subtract(paid, net);
  return {
    amount: printMoney(net > 0n ? net : ZERO),
    ...(debt > 0n ? { debt_amount: printMoney(debt) } : {}),
  };
}
