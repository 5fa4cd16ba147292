/**
 * Checks that commits posted what their preview showed. A recalculation stores the digest of the previewed differences;
 * the lines of its commit, compared with the books before it, must have the same digest.
 */
import type pg from 'pg';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Answer } from '../rebuild/invariants.ts';
import { type Difference, digestOf } from '../recalculation/differences.ts';

interface Committed {
  readonly stream: string;
  /** First position of the commit's events. */
  readonly first: string;
  readonly last: string;
  readonly shown_at: string;
  readonly digest: string;
  readonly differences: number;
}

export async function checkPreviews(client: pg.ClientBase, schema: string): Promise<Answer> {
  const findings: string[] = [];
  for (const commit of await commits(client, schema)) {
    const posted = await postedBy(client, schema, commit);
    if (posted.length === commit.differences && digestOf(posted) === commit.digest) continue;
    findings.push(
      `${commit.stream}: ${commit.differences} differences were shown at position ${commit.shown_at}, ` +
        `${posted.length} posted at ${commit.first} to ${commit.last}, or others`,
    );
  }
  return { name: 'what a recalculation committed is what it had shown', findings };
}

/**
 * Commits of a corrected rate or a changed rule, each with the events stored with it; a replay under the rules in force
 * posts nothing. A commit in several appends spans from its first to its last. Commits with foreign events between
 * their appends are skipped, because their posting may rightly differ from the preview.
 */
async function commits(client: pg.ClientBase, schema: string): Promise<readonly Committed[]> {
  const { rows } = await client.query<Committed>(
    `select c.stream, least(b.first, s.position)::text as first, b.last::text as last,
       c.data -> 'plan' ->> 'position' as shown_at, c.data -> 'plan' ->> 'digest' as digest,
       (c.data -> 'plan' ->> 'differences')::int as differences
     from ${schema}.event c
     left join ${schema}.event s on s.stream = c.stream and s.type = 'recalculation.commit_started'
     cross join lateral (
       select min(position) as first, max(position) as last from ${schema}.event e
       where e.command_id = c.command_id and e.position between c.position - 10000 and c.position + 10000
     ) b
     where c.type = 'recalculation.committed'
       and coalesce(c.data ->> 'rate_fk', c.data ->> 'average_scope', c.data ->> 'cost_method') is not null
       and not exists (
         select from ${schema}.event other
         where other.position between s.position and c.position and other.stream <> c.stream
           and (other.data ->> 'recalculation_fk')::int is distinct from c.entity_id)
     order by c.position`,
  );
  return rows;
}

async function postedBy(client: pg.ClientBase, schema: string, of: Committed): Promise<Difference[]> {
  const { rows } = await client.query<Omit<Difference, 'after'> & { readonly changed: string }>(
    `with changed as (
       select account, outlet_fk, currency_fk, document, date_trunc('month', effective_date)::date as month, sum(base) as changed
       from ${schema}.journal_line where position between $1 and $2 group by 1, 2, 3, 4, 5 having sum(base) <> 0
     )
     select c.account, c.outlet_fk, c.currency_fk, c.document, c.month::text as month, c.changed::text as changed, (
       select coalesce(sum(j.base), 0)::text from ${schema}.journal_line j
       where j.document = c.document and j.account = c.account and j.outlet_fk = c.outlet_fk and j.currency_fk = c.currency_fk
         and date_trunc('month', j.effective_date)::date = c.month and j.position <= $3
     ) as before
     from changed c`,
    [of.first, of.last, of.shown_at],
  );
  return rows
    .map(({ changed, before, ...group }): Difference => {
      const was = money(before);
      return { ...group, before: printMoney(was), after: printMoney(toMoney(was + money(changed))) };
    })
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** The order in which differences are shown. */
const orderOf = (of: Difference) => [of.month, of.document, of.account, of.outlet_fk, of.currency_fk].join('\t');
