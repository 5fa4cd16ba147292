/** `GET suppliers/{id}/terms`: the days until a document on account of the supplier is due. */
import { Type } from 'typebox';
import { supplier } from '../../domain/parties/supplier.record.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { membersOf } from '../../domain/values/members.ts';
import { inSnapshot } from '../database/reader.ts';
import { findRecord } from '../details/find.ts';
import { dataOn, OF_DAY } from '../details/record-of-day.ts';
import { IdParams, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';

export const supplierTermsRoute = declareRead({
  url: '/suppliers/:id/terms',
  permission: lookupPermission('suppliers'),
  reads: ['events', 'records'],
  params: IdParams,
  query: Query(OF_DAY),
  answer: Type.Object({ consumer_id: Type.Integer(), payment_terms_days: Type.Integer() }),
  operationId: 'showSupplierTerms',
  tag: 'parties',
  summary: 'How long a supplier’s bills may be unpaid',
  handle: ({ reader, person, params, query }) =>
    inSnapshot(reader, async (snapshot) => {
      const id = Number(params['id']);
      const { data } = await findRecord(snapshot, supplier, id, person);
      const terms = await dataOn(snapshot, supplier, { id, now: membersOf(data), day: query['of_day'] });
      const { payment_terms_days: days } = terms;
      return { consumer_id: id, payment_terms_days: typeof days === 'number' ? days : 0 };
    }),
});
