/** What an event may do to the books, and the rules of whole lifecycles: a document of one of them is a line of the table. */
import type { ApprovedEvent } from '../kernel/approved.ts';
import type { DraftedEvent } from '../kernel/drafted.ts';
import type { AtOnceEvent } from '../kernel/immediate.ts';
import type { Arrival, TransitEvent } from '../stock/transit.ts';
import type { Posting } from './entry.ts';
import type { Rule } from './rule-lines.ts';

type Post<Data> = (data: Data, document: string) => Posting | undefined;
/** What posts, and the rule that it follows. */
type Posts<Data> = readonly [post: Post<Data>, rule: Rule];

export type PostingRule<Data> =
  | {
      readonly does: 'post';
      /** Undefined when this one posts nothing: a purchase completed before its goods are here. */
      readonly post: Post<Data>;
      /** What `post` does, for whoever asks what stands behind a line. */
      readonly rule: Rule;
    }
  /** Takes back everything that the document has in the books, or what events of one type put there, at its own effective time. */
  | { readonly does: 'reverse'; readonly of?: string }
  | { readonly does: 'nothing' };

export const REVERSE = { does: 'reverse' } as const;
export const NOTHING = { does: 'nothing' } as const;

export type PostingTable<Event extends { readonly type: string; readonly data: unknown }> = {
  readonly [Type in Event['type']]: PostingRule<Extract<Event, { type: Type }>['data']>;
};

/** A document that is drafted, completed and taken back: it posts when it is complete. */
export function drafted<Kind extends string, Data>(
  kind: Kind,
  post: Post<Data>,
  rule: Rule,
): PostingTable<DraftedEvent<Kind, Data>> {
  return {
    [`${kind}.drafted`]: NOTHING,
    [`${kind}.draft_changed`]: NOTHING,
    [`${kind}.discarded`]: NOTHING,
    [`${kind}.completed`]: { does: 'post', post, rule },
    [`${kind}.returned_to_draft`]: REVERSE,
  } as PostingTable<DraftedEvent<Kind, Data>>;
}

/** A document that is complete at once and reversed. */
export function atOnce<Kind extends string, Data>(
  kind: Kind,
  post: Post<Data>,
  rule: Rule,
): PostingTable<AtOnceEvent<Kind, Data>> {
  return {
    [`${kind}.completed`]: { does: 'post', post, rule },
    [`${kind}.reversed`]: REVERSE,
  } as PostingTable<AtOnceEvent<Kind, Data>>;
}

/** Goods between two inventories: they post when they are sent, and again with each arrival. */
export function transit<Kind extends string, Data>(
  kind: Kind,
  [sent, sentRule]: Posts<Data>,
  [received, receivedRule]: Posts<Arrival & { readonly transfer: Data }>,
): PostingTable<TransitEvent<Kind, Data>> {
  return {
    [`${kind}.entered`]: NOTHING,
    [`${kind}.changed`]: NOTHING,
    [`${kind}.discarded`]: NOTHING,
    [`${kind}.sent`]: { does: 'post', post: sent, rule: sentRule },
    [`${kind}.received`]: { does: 'post', post: received, rule: receivedRule },
    [`${kind}.returned_to_pending`]: REVERSE,
  } as PostingTable<TransitEvent<Kind, Data>>;
}

/** A document that is approved, paid and reversed: it posts at both. */
export function approved<Kind extends string, Data, Payment>(
  kind: Kind,
  [post, rule]: Posts<Data>,
  [postPayment, paymentRule]: Posts<Payment>,
): PostingTable<ApprovedEvent<Kind, Data, Payment>> {
  return {
    [`${kind}.drafted`]: NOTHING,
    [`${kind}.draft_changed`]: NOTHING,
    [`${kind}.discarded`]: NOTHING,
    [`${kind}.approved`]: { does: 'post', post, rule },
    [`${kind}.paid`]: { does: 'post', post: postPayment, rule: paymentRule },
    [`${kind}.reversed`]: REVERSE,
  } as PostingTable<ApprovedEvent<Kind, Data, Payment>>;
}
