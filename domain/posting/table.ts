/**
 * What every event posts. The table is exhaustive: an event of a document without a rule, or without saying
 * that it posts nothing, does not compile.
 */
import type { SaleEvent } from '../sales/sale.ts';
import type { Posting } from './entry.ts';
import { postSale } from './sale.ts';

export type PostingRule<Data> =
  | { readonly does: 'post'; readonly post: (data: Data, document: string) => Posting }
  /** Takes back everything that the document has in the books, at its own effective time. */
  | { readonly does: 'reverse' }
  | { readonly does: 'nothing' };

const REVERSE = { does: 'reverse' } as const;
const NOTHING = { does: 'nothing' } as const;

type PostingTable<Event extends { readonly type: string; readonly data: unknown }> = {
  readonly [Type in Event['type']]: PostingRule<Extract<Event, { type: Type }>['data']>;
};

export type DocumentEvent = SaleEvent;

export const postingTable: PostingTable<DocumentEvent> = {
  'sale.drafted': NOTHING,
  'sale.draft_changed': NOTHING,
  'sale.discarded': NOTHING,
  'sale.completed': { does: 'post', post: postSale },
  'sale.returned_to_draft': REVERSE,
  'sale.delivered': NOTHING,
  'sale.closed': NOTHING,
  'sale.opened': NOTHING,
};
