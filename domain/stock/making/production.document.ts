/** The production as a document: its API resource, number prefix and postings. */

import { declareDrafted } from '../../documents/lifecycle.ts';
import { RULES } from '../../entries/rules.ts';
import { PRODUCTION_PAPERS } from '../../paper/goods-papers.ts';
import { postMaking } from '../../posting/making.ts';
import { HELD_MAKING } from '../../schemas/held.schema.ts';
import { ProductionBody } from './production.schema.ts';
import { PRODUCTION, production } from './production.ts';

export const productionDocument = declareDrafted({
  kind: PRODUCTION,
  resource: 'productions',
  folder: 'stock',
  decider: production,
  body: ProductionBody,
  papers: PRODUCTION_PAPERS,
  held: HELD_MAKING,
  post: postMaking,
  rule: RULES.making,
  prefix: 'PD-',
});
