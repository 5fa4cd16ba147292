/** Items pricing as a document: its transitions, and the items that it amends. */

import type { Facts } from '../deciding/facts.ts';
import { declareDocument, type Following } from '../documents/document.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { ITEM_PRICING_PAPERS } from '../paper/goods-papers.ts';
import { list } from '../schemas/held-fields.schema.ts';
import { activePricingClaims, activePricingPrefixes } from './active-pricing.ts';
import { ItemPricingBody, type ItemPricingInput } from './item-pricing.schema.ts';
import { ITEM_PRICING, type ItemPricingCommand, type ItemPricingState, itemPricing, possible } from './item-pricing.ts';
import type { ItemPricingEvent } from './item-pricing-events.ts';
import { repricedItems } from './item-pricing-rules.ts';

export const itemPricingDocument = declareDocument<ItemPricingState, ItemPricingCommand, ItemPricingEvent>()({
  kind: ITEM_PRICING,
  resource: 'item_pricings',
  folder: 'catalogue',
  decider: itemPricing,
  body: ItemPricingBody,
  papers: ITEM_PRICING_PAPERS,
  held: {
    since: () => ({
      prices: list('item_fk unit_fk former_price new_price'),
      covers: list('item_fk unit_fk pricing_id'),
    }),
  },
  create: (input: ItemPricingInput) => [{ type: input.status === 'active' ? 'enter' : 'draft', input }],
  completing: (input: ItemPricingInput) => (input.status === 'active' ? { type: 'activate' } : undefined),
  change: (input: ItemPricingInput) => ({ type: 'change', input }),
  transitions: {
    activate: { permission: 'activate', command: () => ({ type: 'activate' }) },
    deactivate: { permission: 'inactivate', command: () => ({ type: 'deactivate' }) },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  postings: {
    'item_pricing.drafted': NOTHING,
    'item_pricing.draft_changed': NOTHING,
    'item_pricing.discarded': NOTHING,
    'item_pricing.scheduled': NOTHING,
    'item_pricing.activated': NOTHING,
    'item_pricing.deactivated': NOTHING,
  },
  postingsOf: () => [],
  place: () => undefined,
  claims: (before, after, stream) =>
    before.status === after.status
      ? []
      : [...activePricingClaims(before, stream, 'left'), ...activePricingClaims(after, stream, 'entered')],
  levels: activePricingPrefixes,
  sideEffects: (events, after, _stream, { before, facts }) =>
    events.flatMap((event) => {
      if (event.type === 'item_pricing.activated') return amended(event.data.prices, event.data, facts, false);
      if (event.type !== 'item_pricing.deactivated' || before.status !== 'active') return [];
      return after.status === 'inactive' ? amended(before.prices, before.data, facts, true) : [];
    }),
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});

function amended(
  prices: Parameters<typeof repricedItems>[0],
  { pricing_profile_fk }: { readonly pricing_profile_fk: number | null },
  facts: Facts,
  back: boolean,
): Following[] {
  return repricedItems(prices, pricing_profile_fk, facts, back).map(({ id, changed }) => ({
    kind: 'item',
    id,
    existing: true,
    commands: [{ type: 'amend', changed }],
  }));
}
