/**
 * `GET papers/business`: the head of papers without a document, such as reports: the shop with its logo, and an outlet;
 * with `paper` also the templates of that paper.
 */
import { Type } from 'typebox';
import { PaperHeadSchema } from '../../domain/paper/paper.schema.ts';
import { REPORT_PAPER_NAMES } from '../../domain/paper/report-papers.ts';
import { inSnapshot } from '../database/reader.ts';
import { IdText, Query } from '../http/query.schema.ts';
import { declareRead, type Services } from '../http/route.ts';
import { checkOutlet } from '../http/scope.ts';
import { businessOf } from './business.ts';
import { templatesOf } from './templates.ts';

/** Requires no permission for the profile of the shop, because this head is on every paper. */
export const paperBusinessRoute = ({ dataDir }: Pick<Services, 'dataDir'>) =>
  declareRead({
    url: '/papers/business',
    permission: 'signed_in',
    reads: ['records'],
    query: Query({ outlet_fk: Type.Optional(IdText()), paper: Type.Optional(Type.Enum([...REPORT_PAPER_NAMES])) }),
    answer: PaperHeadSchema,
    operationId: 'paperBusiness',
    tag: 'organisation',
    summary: 'The head of papers: the shop, an outlet of it, and the templates of a report',
    handle: ({ reader, person, query }) => {
      const outlet = query['outlet_fk'] === undefined ? undefined : Number(query['outlet_fk']);
      checkOutlet(person, outlet);
      const { paper } = query;
      return inSnapshot(reader, async (snapshot) => ({
        ...(await businessOf(snapshot, outlet, dataDir)),
        templates: typeof paper === 'string' ? await templatesOf(snapshot, paper) : [],
      }));
    },
  });
