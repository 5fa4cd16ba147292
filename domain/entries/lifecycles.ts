/** The posting tables of whole lifecycles: a document declares only its posting function and its rule. */
import type { ApprovedEvent } from '../documents/approved.ts';
import type { DraftedEvent } from '../documents/drafted.ts';
import type { AtOnceEvent, MoneyEvent, ReversedOn } from '../documents/immediate.ts';
import type { PostedEvent } from '../documents/posted.ts';
import type { Arrival, Charge, TransitEvent } from '../stock/transit/transit-events.ts';
import { NOTHING, type Post, type PostingTable, REVERSE } from './posting-rule.ts';
import type { Rule } from './rule-lines.ts';

/** The posting function and the rule that describes it. */
type Posts<Data> = readonly [post: Post<Data>, rule: Rule];

/** A draft posts nothing. */
const draftOf = (kind: string) => ({
  [`${kind}.drafted`]: NOTHING,
  [`${kind}.draft_changed`]: NOTHING,
  [`${kind}.discarded`]: NOTHING,
});

/** A document that is drafted, completed and returned to draft: it posts on completion. */
export function drafted<Kind extends string, Data>(
  kind: Kind,
  post: Post<Data>,
  rule: Rule,
): PostingTable<DraftedEvent<Kind, Data>> {
  return {
    ...draftOf(kind),
    [`${kind}.completed`]: { does: 'post', post, rule },
    [`${kind}.returned_to_draft`]: REVERSE,
  } as PostingTable<DraftedEvent<Kind, Data>>;
}

/** A document that is drafted, posted and reversed. */
export function posted<Kind extends string, Data, Posted>(
  kind: Kind,
  post: Post<Posted>,
  rule: Rule,
): PostingTable<PostedEvent<Kind, Data, Posted>> {
  return {
    ...draftOf(kind),
    [`${kind}.posted`]: { does: 'post', post, rule },
    [`${kind}.reversed`]: REVERSE,
  } as PostingTable<PostedEvent<Kind, Data, Posted>>;
}

/** A document that is complete at once and reversed; that of money may have a day of its own and posts then. */
export function atOnce<Kind extends string, Data>(
  kind: Kind,
  posts: Posts<Data>,
): PostingTable<AtOnceEvent<Kind, Data>>;
export function atOnce<Kind extends string, Data>(
  kind: Kind,
  posts: Posts<Data>,
  postBack: Post<ReversedOn<Data>>,
): PostingTable<MoneyEvent<Kind, Data>>;
export function atOnce<Kind extends string, Data>(
  kind: Kind,
  [post, rule]: Posts<Data>,
  postBack?: Post<ReversedOn<Data>>,
) {
  return {
    [`${kind}.completed`]: { does: 'post', post, rule },
    [`${kind}.reversed`]: REVERSE,
    ...(postBack ? { [`${kind}.reversed_on`]: { does: 'post', post: postBack, rule } } : {}),
  } as PostingTable<MoneyEvent<Kind, Data>>;
}

/** Goods between two inventories: they post on sending, on each arrival, and when missing ones are charged. */
export function transit<Kind extends string, Data>(
  kind: Kind,
  [sent, sentRule]: Posts<Data>,
  [received, receivedRule]: Posts<Arrival & { readonly transfer: Data }>,
  [charged, back]: readonly [Posts<Charge & { readonly transfer: Data }>, Posts<Charge & { readonly transfer: Data }>],
): PostingTable<TransitEvent<Kind, Data>> {
  return {
    [`${kind}.entered`]: NOTHING,
    [`${kind}.changed`]: NOTHING,
    [`${kind}.discarded`]: NOTHING,
    [`${kind}.sent`]: { does: 'post', post: sent, rule: sentRule },
    [`${kind}.received`]: { does: 'post', post: received, rule: receivedRule },
    [`${kind}.returned_to_pending`]: REVERSE,
    [`${kind}.charged`]: { does: 'post', post: charged[0], rule: charged[1] },
    [`${kind}.charge_reversed`]: { does: 'post', post: back[0], rule: back[1] },
  } as PostingTable<TransitEvent<Kind, Data>>;
}

/** A document that is approved, paid and reversed: it posts on approval, on payment, and when it is corrected. */
export function approved<Kind extends string, Data, Payment, Correction>(
  kind: Kind,
  [post, rule]: Posts<Data>,
  [postPayment, paymentRule]: Posts<Payment>,
  correction: Posts<Correction> | undefined,
): PostingTable<ApprovedEvent<Kind, Data, Payment, Correction>> {
  return {
    ...draftOf(kind),
    [`${kind}.approved`]: { does: 'post', post, rule },
    [`${kind}.paid`]: { does: 'post', post: postPayment, rule: paymentRule },
    ...(correction ? { [`${kind}.corrected`]: { does: 'post', post: correction[0], rule: correction[1] } } : {}),
    [`${kind}.reversed`]: REVERSE,
  } as PostingTable<ApprovedEvent<Kind, Data, Payment, Correction>>;
}
