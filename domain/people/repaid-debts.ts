/**
 * In which outlets' books a payroll settles what persons owe: first in its own, then in those of the other outlets. So
 * no outlet's receivable falls below zero while another one keeps the debt (docs/decisions/0072, 0191).
 */
import type { Facts } from '../deciding/facts.ts';
import { membersOf, objectsOf } from '../values/members.ts';
import { type Money, money, printMoney, subtract, ZERO } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { UserData } from './user.record.ts';

/** A part of a repayment that another outlet is owed. */
export interface RepaidIn {
  readonly outlet_fk: number;
  readonly amount: string;
}

interface Repaying {
  readonly user_fk: number;
  readonly repayment?: string;
}

/** What a person owes in the books of an outlet, on the day of the payroll and ever since. */
export interface OwedInOutlet {
  readonly user_fk: number;
  readonly outlet_fk: number;
  readonly owed: string;
}

/** The lines with the parts of other outlets; the same where nothing is owed to others, or no read models exist yet. */
export function repaidByOutlet<Line extends Repaying>(
  { outlet_fk: own, lines }: { readonly outlet_fk: number; readonly lines: readonly Line[] },
  facts: Facts,
): readonly (Line & { readonly repaid_in?: readonly RepaidIn[] })[] {
  const debts = objectsOf(membersOf(facts.queryResult)['owed']);
  const issues = new Issues();
  const settled = lines.map((line, index) => {
    if (line.repayment === undefined) return line;
    const owed = debts.filter(({ user_fk }) => user_fk === line.user_fk);
    const here = owed.find(({ outlet_fk }) => outlet_fk === own);
    const others = owed.filter(({ outlet_fk }) => outlet_fk !== own);
    const { parts, rest } = divided(subtract(money(line.repayment), owedOf(here)), others, facts);
    // A debt of an outlet that is not given to this person is settled by somebody who has it.
    if (rest > 0n && others.some(({ outlet_fk }) => !facts.actor.hasOutlet(Number(outlet_fk)))) {
      const name = facts.record<UserData>('user', line.user_fk)?.data.user_name ?? String(line.user_fk);
      issues.add(`lines.${index}.repayment`, 'owed_to_other_outlets', { name });
    }
    return parts.length > 0 ? { ...line, repaid_in: parts } : line;
  });
  issues.throwIfAny();
  return settled;
}

const owedOf = (debt: Readonly<Record<string, unknown>> | undefined): Money => {
  const owed = money(String(debt?.['owed'] ?? '0'));
  return owed > 0n ? owed : ZERO;
};

/** `rest` is what no outlet that is given to the person is owed; a claim refuses it where nobody is owed it. */
function divided(
  left: Money,
  others: readonly Readonly<Record<string, unknown>>[],
  { actor }: Facts,
): { readonly parts: readonly RepaidIn[]; readonly rest: Money } {
  const parts: RepaidIn[] = [];
  let rest = left;
  for (const debt of others) {
    const outlet_fk = Number(debt['outlet_fk']);
    const owed = owedOf(debt);
    const part = rest < owed ? rest : owed;
    if (part <= 0n || !actor.hasOutlet(outlet_fk)) continue;
    parts.push({ outlet_fk, amount: printMoney(part) });
    rest = subtract(rest, part);
  }
  return { parts, rest };
}
