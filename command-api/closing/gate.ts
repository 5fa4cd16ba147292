/**
 * The checks before a financial year is closed (accounting.md, section 6), made on the current read models as at the
 * year's last day: each with the findings that block the close.
 */

import type { Pool } from 'pg';
import { accountNumber } from '../../domain/ledger/chart.ts';
import { type CheckName, CONTROL_ACCOUNTS, type Finding, GATE_QUERIES } from '../read-models/closing-gate.ts';
import { askCurrent, type ModelsAt } from '../read-models/models-at.ts';
import { askIfBuilt } from '../read-models/named-query.ts';
import { YEARS, type Year } from '../read-models/year-closes.ts';

export interface Check {
  readonly check: CheckName;
  readonly holds: boolean;
  /** The check fails, and a person may acknowledge it. */
  readonly may_be_acknowledged: boolean;
  /** How many there are; `findings` shows the first of them. */
  readonly count: number;
  readonly findings: readonly Finding[];
}

const MAY_BE_ACKNOWLEDGED: ReadonlySet<CheckName> = new Set(['transit', 'negative_stock']);

/** Every check, in the order of the page. `at`: how far the read models are, or that the page says so. */
export async function gateOf(
  pool: Pool,
  year: Pick<Year, 'start_date' | 'end_date'>,
  at: ModelsAt | 'shown as stale',
): Promise<Check[]> {
  const checks: Check[] = [];
  const inTransit = accountNumber({ key: 'in-transit' });
  for (const [name, query] of GATE_QUERIES) {
    const rows = await askCurrent(pool, query, at, year.start_date, year.end_date, CONTROL_ACCOUNTS, inTransit);
    const count = Number(rows[0]?.count ?? 0);
    const holds = count === 0;
    const findings = rows.map(({ finding }) => finding);
    checks.push({
      check: name,
      holds,
      may_be_acknowledged: !holds && MAY_BE_ACKNOWLEDGED.has(name),
      count,
      findings,
    });
  }
  return checks;
}

/** Checks that do not hold and were not acknowledged. */
export function standingInTheWay(checks: readonly Check[], acknowledged: readonly string[]): Check[] {
  return checks.filter((check) => !check.holds && !(check.may_be_acknowledged && acknowledged.includes(check.check)));
}

/** Every financial year in order, with whether its days are open; none while there are no read models. */
export const yearsOf = (pool: Pool): Promise<readonly Year[]> => askIfBuilt(pool, YEARS);
