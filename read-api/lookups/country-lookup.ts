/** `GET countries/list`: the countries of the world. Without any, the answer has the message of the specification. */
import { sql } from 'kysely';
import { country } from '../../domain/parties/country.record.ts';
import { recordAnswer } from '../../domain/registry/answers.schema.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { ReadRoute } from '../http/route.ts';
import { listRoute } from '../lists/list-route.ts';
import { recordList } from '../lists/record-list.ts';

export function countryLookupRoute(): ReadRoute {
  const source = recordList(country, 'look-up');
  const route = listRoute({
    url: `/${country.resource}/list`,
    permission: lookupPermission(country.resource),
    reads: ['records'],
    operationId: 'lookUpCountries',
    tag: 'parties',
    summary: 'The countries of the world',
    row: recordAnswer(country),
    columns: source.columns,
    source: () => source,
  });
  return {
    ...route,
    async handle(requested) {
      const { rows } = await sql`select 1 from read.record r where r.kind = ${country.kind} limit 1`.execute(
        requested.reader,
      );
      if (rows.length === 0) throw new Refusal('not_found', [{ field: '', message: 'country_list_missing' }]);
      return route.handle(requested);
    },
  };
}
