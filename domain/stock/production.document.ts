/** The production as a document: its name in the API, its number, and what it has in the books. */
import { declareDrafted } from '../kernel/lifecycle.ts';
import { postMaking } from '../posting/making.ts';
import { ProductionBody } from './production.schema.ts';
import { PRODUCTION, production } from './production.ts';

export const productionDocument = declareDrafted({
  kind: PRODUCTION,
  resource: 'productions',
  decider: production,
  body: ProductionBody,
  post: postMaking,
  prefix: 'PD-',
});
