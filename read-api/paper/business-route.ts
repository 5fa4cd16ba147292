/** `GET papers/business`: the head of papers without a document, such as reports: the shop with its logo, and an outlet. */
import { Type } from 'typebox';
import { PaperBusinessSchema } from '../../domain/paper/paper.schema.ts';
import { inSnapshot } from '../database/reader.ts';
import { IdText, Query } from '../http/query.schema.ts';
import type { ReadRoute, Services } from '../http/route.ts';
import { checkOutlet } from '../http/scope.ts';
import { businessOf } from './business.ts';

/** Requires no permission for the profile of the shop, because this head is on every paper. */
export const paperBusinessRoute = ({ dataDir }: Pick<Services, 'dataDir'>): ReadRoute => ({
  url: '/papers/business',
  permission: 'signed_in',
  reads: ['records'],
  query: Query({ outlet_fk: Type.Optional(IdText()) }),
  answer: PaperBusinessSchema,
  operationId: 'paperBusiness',
  tag: 'organisation',
  summary: 'The head of papers: the shop, and an outlet of it',
  handle: ({ reader, person, query }) => {
    const outlet = query['outlet_fk'] === undefined ? undefined : Number(query['outlet_fk']);
    checkOutlet(person, outlet);
    return inSnapshot(reader, (snapshot) => businessOf(snapshot, outlet, dataDir));
  },
});
