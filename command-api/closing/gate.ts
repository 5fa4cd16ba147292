/**
 * What must hold before a financial year is closed (accounting.md, section 6), asked of the read models as they are
 * now, at the end of the year's last day: each check with what stands in its way.
 */
import type { Pool } from 'pg';
import { accountNumber } from '../../domain/ledger/chart.ts';
import { CONTROL_ACCOUNTS, GATE_SQL } from './gate-sql.ts';

export type CheckName = keyof typeof GATE_SQL;

/** What stands in the way; which fields there are depends on the check. */
export interface Finding {
  readonly kind?: string;
  readonly id?: number;
  readonly number?: string | null;
  readonly date?: string;
  readonly status?: string;
  readonly name?: string;
  readonly account?: number;
  readonly outlet_fk?: number;
  readonly quantity?: string;
  readonly expected?: string;
  readonly actual?: string;
}

export interface Check {
  readonly check: CheckName;
  readonly holds: boolean;
  /** It does not hold, and a person may say that they have looked at it. */
  readonly may_be_acknowledged: boolean;
  /** How many there are; `findings` shows the first of them. */
  readonly count: number;
  readonly findings: readonly Finding[];
}

export interface Year {
  readonly year_id: number;
  readonly year_name: string;
  readonly start_date: string;
  readonly end_date: string;
  /** The year before it; null for the first. */
  readonly previous_year_fk: number | null;
  readonly status: 'open' | 'closed';
}

const FINDINGS_SHOWN = 20;
const MAY_BE_ACKNOWLEDGED: ReadonlySet<CheckName> = new Set(['transit', 'negative_stock']);

/** Every check, in the order of the page. */
export async function gateOf(pool: Pool, year: Pick<Year, 'start_date' | 'end_date'>): Promise<Check[]> {
  const checks: Check[] = [];
  const values = [year.start_date, year.end_date, CONTROL_ACCOUNTS, accountNumber({ key: 'in-transit' })];
  for (const [name, sql] of Object.entries(GATE_SQL) as [CheckName, string][]) {
    const { rows } = await pool.query<{ finding: Finding; count: string }>(
      `with asked as (select $1::date as first_day, $2::date as last_day, $3::int[] as controls, $4::int as in_transit),
       found as (${sql})
       select to_jsonb(f) as finding, count(*) over () as count from found f limit ${FINDINGS_SHOWN}`,
      values,
    );
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

/** PostgreSQL's code of a relation that is not there: the read models were never built. */
const UNDEFINED_TABLE = '42P01';

/** Every financial year in order, with whether its days are open; none while there are no read models. */
export async function yearsOf(pool: Pool): Promise<readonly Year[]> {
  try {
    return (await pool.query<Year>(YEARS)).rows;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

const YEARS = `
  select r.id as year_id, r.name as year_name, r.data ->> 'start_date' as start_date, r.data ->> 'end_date' as end_date,
    lag(r.id) over (order by r.data ->> 'start_date') as previous_year_fk, coalesce(p.status, 'open') as status
  from read.record r
  left join claim.period p on p.from_day = (r.data ->> 'start_date')::date
  where r.kind = 'financial_year' order by r.data ->> 'start_date'`;
