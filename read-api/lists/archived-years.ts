/** `GET archived_years`: the closed financial years, for the banner of screens that show their days. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { declareRead } from '../http/route.ts';

const ArchivedYear = Type.Object({
  year_id: Type.Integer(),
  year_name: Type.String(),
  start_date: Type.String(),
  end_date: Type.String(),
});

export const archivedYearsRoute = declareRead({
  url: '/archived_years',
  permission: 'signed_in',
  reads: ['documents', 'records'],
  answer: Type.Array(ArchivedYear),
  operationId: 'listArchivedYears',
  tag: 'organisation',
  summary: 'Financial years that are closed',
  handle: async ({ reader }) => {
    const { rows } = await sql<Static<typeof ArchivedYear>>`
      select r.id as year_id, r.name as year_name, r.data ->> 'start_date' as start_date, r.data ->> 'end_date' as end_date
      from read.record r
      where r.kind = 'financial_year' and r.active and exists (
        select from read.document d where d.kind = 'year_close' and d.status = 'closed'
          and (d.data ->> 'financial_year_fk')::int = r.id)
      order by start_date`.execute(reader);
    return rows;
  },
});
