/** The differences of a recalculation: sums by account, document and month that would change. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Recalculation } from '../../domain/ledger/recalculation.ts';

export type Chosen = Pick<Recalculation, 'date' | 'item_fk' | 'inventory_fk'>;

export interface Difference {
  readonly account: number;
  readonly outlet_fk: number;
  readonly currency_fk: number;
  readonly document: string;
  /** First day of the month. */
  readonly month: string;
  /** System currency, debit positive. */
  readonly before: string;
  readonly after: string;
}

/** A difference for display: the document by its number, null when it has none. */
export interface ShownDifference extends Difference {
  readonly number: string | null;
}

const SHOWN_MAX = 1000;

/** The first differences, with the numbers that the documents have in the build. */
export async function shownOf(
  client: pg.ClientBase,
  schema: string,
  differences: readonly Difference[],
): Promise<readonly ShownDifference[]> {
  const shown = differences.slice(0, SHOWN_MAX);
  const { rows } = await client.query<{ document: string; number: string | null }>(
    `select d.kind || '-' || d.id as document, d.number
     from unnest($1::text[]) n (document)
     join ${schema}.document d on d.kind = substring(n.document from '^(.*)-') and d.id = substring(n.document from '-(\\d+)$')::int`,
    [[...new Set(shown.map(({ document }) => document))]],
  );
  const numbers = new Map(rows.map(({ document, number }) => [document, number]));
  return shown.map((difference) => ({ ...difference, number: numbers.get(difference.document) ?? null }));
}

/** Differences of the journals of two builds, up to a position that both have reached; for the given items, or all. */
export async function journalDifferences(
  client: pg.ClientBase,
  builds: { readonly old: string; readonly built: string },
  { date, item_fk, inventory_fk }: Chosen,
  upTo: bigint,
): Promise<Difference[]> {
  const sums = (schema: string) => `
    (select account, outlet_fk, currency_fk, document, date_trunc('month', effective_date)::date as month, sum(base) as base
     from ${schema}.journal_line
     where position <= $1 and effective_date >= $2
       and (cardinality($3::int[]) = 0 or item_fk = any($3)) and (cardinality($4::int[]) = 0 or inventory_fk = any($4))
     group by 1, 2, 3, 4, 5)`;
  const { rows } = await client.query<Difference>(
    `select account, outlet_fk, currency_fk, document, month::text as month,
       trim_scale(coalesce(o.base, 0))::text as before, trim_scale(coalesce(b.base, 0))::text as after
     from ${sums(builds.old)} o full join ${sums(builds.built)} b using (account, outlet_fk, currency_fk, document, month)
     where coalesce(o.base, 0) <> coalesce(b.base, 0)
     order by month, document, account, outlet_fk, currency_fk`,
    [upTo, date, [...item_fk], [...inventory_fk]],
  );
  return rows;
}

/** Equal differences have equal digests. */
export function digestOf(differences: readonly Difference[]): string {
  const hash = createHash('sha256');
  for (const { account, outlet_fk, currency_fk, document, month, before, after } of differences) {
    hash.update(`${[account, outlet_fk, currency_fk, document, month, before, after].join('\t')}\n`);
  }
  return hash.digest('hex');
}
