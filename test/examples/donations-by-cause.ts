/** `GET reports/donations_by_cause`: the sum of donations by cause up to a day. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { shownName } from '../../read-api/database/names-by-language.ts';
import { inSnapshot } from '../../read-api/database/reader.ts';
import { DayText, Paging, Query } from '../../read-api/http/query.schema.ts';
import type { ReadRoute } from '../../read-api/http/route.ts';
import { rowScope } from '../../read-api/http/scope.ts';
import { paged, RunningSchema, readPaging } from '../../read-api/reports/running.ts';
import { donationsByCause } from './donations-by-cause.report.ts';

const Cause = Type.Object({
  expense_type_fk: Type.Integer(),
  expense_type_name: Type.Union([Type.String(), Type.Null()]),
  /** In the system currency. */
  amount: Type.String(),
});

export const donationsByCauseRoute: ReadRoute = {
  url: `/${donationsByCause.permission}`,
  permission: donationsByCause.permission,
  tag: 'reports',
  reads: ['documents', 'records'],
  query: Query({ as_at: Type.Optional(DayText()), ...Paging }),
  answer: RunningSchema(Cause, {}),
  operationId: 'donationsByCause',
  summary: 'What was given to each cause',
  handle: ({ reader, person, query }) =>
    inSnapshot(reader, async (snapshot) => {
      const conditions = [
        sql<boolean>`d.kind = 'donation' and d.status = 'complete'`,
        ...rowScope(person, { outlet: sql`d.outlet_fk` }),
        ...(query['as_at'] === undefined ? [] : [sql<boolean>`d.date <= ${query['as_at']}`]),
      ];
      const { rows } = await sql<{ expense_type_fk: number; expense_type_name: string | null; amount: string }>`
        select (d.data ->> 'expense_type_fk')::int as expense_type_fk, ${shownName('t')} as expense_type_name,
          trim_scale(sum(d.total_base))::text as amount
        from read.document d
        left join read.record t on t.kind = 'expense_type' and t.id = (d.data ->> 'expense_type_fk')::int
        where ${sql.join(conditions, sql` and `)}
        group by 1, 2 order by sum(d.total_base) desc, 1`.execute(snapshot);
      const page = readPaging(query);
      const data = rows.slice(page.offset, page.offset + page.perPage);
      return { ...paged(page, rows.length), data, params: query, position: '0' };
    }),
};
