/**
 * `GET payrolls/owed`: what persons of the staff owe the business (shortages of their drawers, advances), to be kept
 * from their pay. Only for users who see the balances of all accounts; lists persons with lines in their outlets.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import { SEES_EVERY_ACCOUNT } from '../../domain/people/ledger-permission.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { inSnapshot } from '../database/reader.ts';
import { Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { rowScope } from '../http/scope.ts';
import { whereAll } from '../lists/list.ts';
import { fetchNames } from '../lists/names.ts';

const OwedByPerson = Type.Object({
  user_fk: Type.Integer(),
  user_name: Nullable(Type.String()),
  /** In the system currency; negative when the business owes the person. */
  owed: Type.String(),
});

export const owedByStaffRoute = declareRead({
  url: '/payrolls/owed',
  permission: SEES_EVERY_ACCOUNT,
  reads: ['books', 'records'],
  query: Query({}),
  answer: Type.Array(OwedByPerson),
  operationId: 'showOwedByStaff',
  tag: 'people',
  summary: 'What each person of the staff owes the business',
  handle: ({ reader, person }) =>
    inSnapshot(reader, async (snapshot) => {
      // A debt of one outlet may be repaid in another one, so it is the sum of all outlets.
      const { rows } = await sql<{ party: string; owed: string }>`
        with line as materialized (
          select party, outlet_fk, base from read.journal_line
          where account = ${SYSTEM_ACCOUNTS['staff-receivable'].code}
        )
        select j.party, sum(j.base) as owed
        from line j
        where j.party in (select o.party from line o ${whereAll(rowScope(person, { outlet: sql`o.outlet_fk` }))})
        group by j.party having sum(j.base) <> 0
        order by sum(j.base) desc, j.party`.execute(snapshot);
      const nameOf = await fetchNames(
        snapshot,
        rows.map(({ party }) => party),
      );
      return rows.map(({ party, owed }) => ({
        user_fk: Number(party.split('-')[1]),
        user_name: nameOf(undefined, party),
        owed,
      }));
    }),
});
