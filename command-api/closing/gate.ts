/**
 * The checks before closing a financial year (docs/accounting.md, section 6), on the current read models at the year's
 * last day, with the findings of each.
 */

import type { Pool } from 'pg';
import { accountNumber } from '../../domain/chart/chart.ts';
import { ACKNOWLEDGEABLE } from '../../domain/ledger/year-close.schema.ts';
import { type CheckName, CONTROL_ACCOUNTS, type Finding, GATE_QUERIES } from '../read-models/closing-gate.ts';
import { askCurrent, type ModelsAt } from '../read-models/models-at.ts';
import { askIfBuilt } from '../read-models/named-query.ts';
import { YEARS, type Year } from '../read-models/year-closes.ts';
import type { ShownFinding } from './seen-findings.ts';

export interface Check {
  readonly check: CheckName;
  readonly holds: boolean;
  /** True when the check fails and a person may acknowledge it. */
  readonly may_be_acknowledged: boolean;
  /** Number of all findings; `findings` has the first of those that are shown. */
  readonly count: number;
  readonly findings: readonly Finding[];
}

const MAY_BE_ACKNOWLEDGED: ReadonlySet<CheckName> = new Set(ACKNOWLEDGEABLE);

const FINDINGS_SHOWN = 20;

/**
 * All checks in the order of the page. `at` is the position of the read models; `shown` selects the findings that are
 * told.
 */
export async function gateOf(
  pool: Pool,
  year: Pick<Year, 'start_date' | 'end_date'>,
  at: ModelsAt | 'shown as stale',
  shown: ShownFinding,
): Promise<Check[]> {
  const checks: Check[] = [];
  const inTransit = accountNumber({ key: 'in-transit' });
  for (const [name, query] of GATE_QUERIES) {
    const rows = await askCurrent(pool, query, at, year.start_date, year.end_date, CONTROL_ACCOUNTS, inTransit);
    const count = Number(rows[0]?.count ?? 0);
    const holds = count === 0;
    const findings = rows.flatMap(({ finding }) => shown(finding) ?? []).slice(0, FINDINGS_SHOWN);
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

/** Failed checks that were not acknowledged. */
export function standingInTheWay(checks: readonly Check[], acknowledged: readonly string[]): Check[] {
  return checks.filter((check) => !check.holds && !(check.may_be_acknowledged && acknowledged.includes(check.check)));
}

/** All financial years in order, each with whether its days are open; empty while there are no read models. */
export const yearsOf = (pool: Pool): Promise<readonly Year[]> => askIfBuilt(pool, YEARS);
