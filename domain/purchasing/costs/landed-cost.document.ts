/** The landed cost as a document: its API resource, number prefix and postings, and the purchases that share it. */

import type { Facts } from '../../deciding/facts.ts';
import type { Following } from '../../documents/document.ts';
import type { DraftedState } from '../../documents/drafted.ts';
import { declareDrafted } from '../../documents/lifecycle.ts';
import { RULES } from '../../entries/rules.ts';
import { amounts, options, texts } from '../../paper/paper.ts';
import { PAID } from '../../paper/usual-facts.ts';
import { voucher } from '../../paper/voucher.ts';
import { postLandedCost } from '../../posting/landed-cost.ts';
import { returnedPrefix } from '../../pricing/returned-quantities.ts';
import { fields, list } from '../../schemas/held-fields.schema.ts';
import { objectsOf } from '../../values/members.ts';
import { money, ZERO } from '../../values/money.ts';
import type { PurchaseCommand } from '../purchase.ts';
import { PURCHASE } from '../purchase-events.ts';
import type { PurchaseState } from '../purchase-state.ts';
import { LandedCostBody } from './landed-cost.schema.ts';
import { landedCost } from './landed-cost.ts';
import { LANDED_COST, type LandedCost } from './landed-cost-events.ts';
import { returnedLines } from './later-costs.ts';
import { takenOf } from './taken-cost.ts';

/** The parts that purchases have of the cost in this state. */
const partsOf = (state: DraftedState<LandedCost>): LandedCost['lines'] =>
  state.status === 'complete'
    ? state.data.lines.filter(({ purchase_share = '0' }) => money(purchase_share) !== ZERO)
    : [];

const streamOf = (purchase_fk: unknown): string => `${PURCHASE}-${purchase_fk}`;

/** Each purchase takes its part at completion, and loses it when the cost returns to draft. */
function followedBy(
  before: DraftedState<LandedCost>,
  after: DraftedState<LandedCost>,
  facts: Facts,
  stream: string,
): Following[] {
  const landed_cost_fk = Number(stream.slice(LANDED_COST.length + 1));
  const isTaken = after.status === 'complete';
  if (isTaken === (before.status === 'complete')) return [];
  return (isTaken ? partsOf(after) : partsOf(before)).flatMap(
    ({ line_id, purchase_fk, purchase_share: share = '0' }): Following[] => {
      const purchase = facts.document<PurchaseState>(PURCHASE, purchase_fk);
      if (!purchase || !('purchase' in purchase)) return [];
      const returned = returnedLines(streamOf(purchase_fk), purchase.purchase, facts);
      const command: PurchaseCommand = isTaken
        ? { type: 'take_landed_cost', taken: takenOf(after.data, landed_cost_fk, share), returned }
        : { type: 'leave_landed_cost', landed_cost_fk, reason: null, returned };
      const field = `lines.${line_id - 1}.purchase_fk`;
      return [{ kind: PURCHASE, id: purchase_fk, existing: true, field, commands: [command] }];
    },
  );
}

export const landedCostDocument = declareDrafted({
  kind: LANDED_COST,
  resource: 'landed_costs',
  folder: 'purchasing',
  owed: {},
  decider: landedCost,
  body: LandedCostBody,
  papers: voucher('landed_cost', [...options('cost_type'), ...PAID], {
    party: 'supplier_fk',
    table: { of: 'lines', columns: [...texts('purchase_fk'), ...amounts('purchase_share')] },
  }),
  held: {
    data: fields('account_type payment_terms_days paid_amount paid_currency_fk', {
      lines: list('line_id outlet_fk purchase_share'),
    }),
  },
  carriedAt: 'out',
  levels: (input) => objectsOf(input['lines']).map(({ purchase_fk }) => returnedPrefix(streamOf(purchase_fk))),
  follows: followedBy,
  post: postLandedCost,
  rule: RULES.landedCost,
  prefix: 'LC-',
});
