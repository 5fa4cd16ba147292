/**
 * `GET cashes/list`: cash accounts for a field that names one. With `outlet_fk` only those that a document of the
 * outlet can use: the accounts of the outlet, and those of all outlets.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { cash } from '../../domain/cash/cash.record.ts';
import { recordAnswer } from '../../domain/registry/answers.schema.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { IdText } from '../http/query.schema.ts';
import type { ReadRoute } from '../http/route.ts';
import { checkOutlet } from '../http/scope.ts';
import { listRoute } from '../lists/list-route.ts';
import { recordList } from '../lists/record-list.ts';

export function cashLookupRoute(): ReadRoute {
  const all = recordList(cash, 'look-up');
  return listRoute({
    url: `/${cash.resource}/list`,
    permission: lookupPermission(cash.resource),
    reads: ['records'],
    operationId: 'lookUpCashes',
    tag: cash.folder,
    summary: 'Look up cash accounts, for a field that names one',
    extra: { outlet_fk: Type.Optional(IdText()) },
    row: recordAnswer(cash),
    columns: all.columns,
    source: ({ person, query }) => {
      if (query['outlet_fk'] === undefined) return all;
      const outlet = Number(query['outlet_fk']);
      checkOutlet(person, outlet);
      return recordList(cash, 'look-up', sql`(r.outlet_fk is null or r.outlet_fk = ${outlet})`);
    },
  });
}
