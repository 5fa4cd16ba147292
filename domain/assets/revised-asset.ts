/**
 * The purchase of a fixed asset with the revisions of its life, of its worth at the end and of its method. A revision counts from the
 * month of its day, of which no later month may be depreciated yet: months before it stay as they were, and what is left
 * of the book value is spread over the months that are left.
 */
import type { Decider } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import type { DraftedCommand } from '../documents/drafted.ts';
import { money, printMoney, subtract } from '../values/money.ts';
import { Issues, wrongState } from '../values/refusal.ts';
import { boughtOn, livesIn, monthsBetween, monthsOf } from './asset-life.ts';
import type { AssetPurchaseInput, AssetRevisionInput } from './asset-purchase.schema.ts';
import {
  type AssetPurchase,
  type AssetPurchaseEvent,
  type AssetPurchaseState,
  type AssetRevision,
  assetPurchase,
  costOf,
  decliningFacts,
  possibleOfAsset,
} from './asset-purchase.ts';
import { dueAfter } from './depreciation.ts';

export type AssetRevised = DomainEvent<'asset_purchase.revised', AssetRevision>;

export type RevisedAssetEvent = AssetPurchaseEvent | AssetRevised;

export type RevisedAssetCommand =
  | DraftedCommand<AssetPurchaseInput>
  | { readonly type: 'revise'; readonly input: AssetRevisionInput };

export const revisedAsset: Decider<AssetPurchaseState, RevisedAssetCommand, RevisedAssetEvent, Facts> = {
  initial: assetPurchase.initial,
  evolve(state, event) {
    if (event.type === 'asset_purchase.revised') {
      if (state.status !== 'complete') return state;
      return { ...state, data: { ...state.data, revisions: [...(state.data.revisions ?? []), event.data] } };
    }
    const next = assetPurchase.evolve(state, event);
    return event.type === 'asset_purchase.returned_to_draft' ? withoutRevisions(next) : next;
  },
  decide(command, state, facts) {
    if (command.type !== 'revise') return assetPurchase.decide(command, state, facts);
    if (state.status !== 'complete') throw wrongState(state.status, possibleOfAsset(state));
    if (isLast(command.input, state.data.revisions?.at(-1))) return [];
    return [{ type: 'asset_purchase.revised', v: 1, data: revision(command.input, state.data, facts) }];
  },
};

/** True for the revision that was entered last, sent again. */
const isLast = (input: AssetRevisionInput, last: AssetRevision | undefined): boolean =>
  last !== undefined &&
  (['date', 'useful_life_months', 'salvage_amount', 'declining_percent', 'reason'] as const).every(
    (field) => (input[field] ?? undefined) === last[field],
  );

/** A draft has the terms with which it is completed. */
function withoutRevisions(state: AssetPurchaseState): AssetPurchaseState {
  if (state.status !== 'draft') return state;
  const { revisions: _revisions, ...data } = state.data;
  return { ...state, data };
}

function revision(input: AssetRevisionInput, purchase: AssetPurchase, facts: Facts): AssetRevision {
  const issues = new Issues();
  const { date, useful_life_months, salvage_amount, reason } = input;
  const declining = decliningFacts(input, issues);
  const lives = livesIn(facts.queryResult);
  const entered = monthsOf(lives, facts.ownId ?? 0);
  const from = boughtOn(purchase, entered);
  const month_number = Math.max(1, monthsBetween(from, date));
  const [gone] = lives.gone;
  if (gone) issues.add('date', 'asset_is_gone', { value: gone.date });
  if (date < from) issues.add('date', 'asset_not_bought_yet', { value: from });
  const later = entered.filter((month) => month.month_number >= month_number).map((month) => month.date);
  const last = later.sort().at(-1);
  if (last !== undefined) issues.add('date', 'asset_depreciated_after', { value: last });
  const before = purchase.revisions?.at(-1);
  if (before && before.month_number > month_number) issues.add('date', 'asset_revised_after', { value: before.date });
  if (useful_life_months < month_number) issues.add('useful_life_months', 'min', { value: String(month_number) });
  issues.throwIfAny();
  const { currency_fk } = purchase;
  const revised = { date, month_number, useful_life_months, salvage_amount, currency_fk, ...declining, reason };
  const opened = money(purchase.depreciated_amount ?? '0');
  const book = subtract(subtract(costOf(purchase), opened), dueAfter(purchase, month_number - 1));
  if (costOf({ ...purchase, amount: salvage_amount }) > book) {
    issues.add('salvage_amount', 'worth_above_book_value', { value: printMoney(book) });
  }
  issues.throwIfAny();
  return revised;
}
