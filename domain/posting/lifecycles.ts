/** What an event may do to the books, and the rules of whole lifecycles: a document of one of them is a line of the table. */
import type { ApprovedEvent } from '../kernel/approved.ts';
import type { AtOnceEvent } from '../kernel/at-once.ts';
import type { DraftedEvent } from '../kernel/drafted.ts';
import type { Arrival, TransitEvent } from '../stock/transit.ts';
import type { Posting } from './entry.ts';

export type PostingRule<Data> =
  | {
      readonly does: 'post';
      /** Undefined when this one posts nothing: a purchase completed before its goods are here. */
      readonly post: (data: Data, document: string) => Posting | undefined;
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
  post: (data: Data, document: string) => Posting | undefined,
): PostingTable<DraftedEvent<Kind, Data>> {
  return {
    [`${kind}.drafted`]: NOTHING,
    [`${kind}.draft_changed`]: NOTHING,
    [`${kind}.discarded`]: NOTHING,
    [`${kind}.completed`]: { does: 'post', post },
    [`${kind}.returned_to_draft`]: REVERSE,
  } as PostingTable<DraftedEvent<Kind, Data>>;
}

/** A document that is complete at once and reversed. */
export function atOnce<Kind extends string, Data>(
  kind: Kind,
  post: (data: Data, document: string) => Posting | undefined,
): PostingTable<AtOnceEvent<Kind, Data>> {
  return {
    [`${kind}.completed`]: { does: 'post', post },
    [`${kind}.reversed`]: REVERSE,
  } as PostingTable<AtOnceEvent<Kind, Data>>;
}

/** Goods between two inventories: they post when they are sent, and again with each arrival. */
export function transit<Kind extends string, Data>(
  kind: Kind,
  sent: (data: Data, document: string) => Posting,
  received: (arrival: Arrival & { readonly transfer: Data }, document: string) => Posting,
): PostingTable<TransitEvent<Kind, Data>> {
  return {
    [`${kind}.entered`]: NOTHING,
    [`${kind}.changed`]: NOTHING,
    [`${kind}.discarded`]: NOTHING,
    [`${kind}.sent`]: { does: 'post', post: sent },
    [`${kind}.received`]: { does: 'post', post: received },
    [`${kind}.returned_to_pending`]: REVERSE,
  } as PostingTable<TransitEvent<Kind, Data>>;
}

/** A document that is approved, paid and reversed: it posts at both. */
export function approved<Kind extends string, Data, Payment>(
  kind: Kind,
  post: (data: Data, document: string) => Posting | undefined,
  postPayment: (payment: Payment, document: string) => Posting | undefined,
): PostingTable<ApprovedEvent<Kind, Data, Payment>> {
  return {
    [`${kind}.drafted`]: NOTHING,
    [`${kind}.draft_changed`]: NOTHING,
    [`${kind}.discarded`]: NOTHING,
    [`${kind}.approved`]: { does: 'post', post },
    [`${kind}.paid`]: { does: 'post', post: postPayment },
    [`${kind}.reversed`]: REVERSE,
  } as PostingTable<ApprovedEvent<Kind, Data, Payment>>;
}
