/** The posting rule of an event, and the table of these rules that a document declares. */
import type { Posting } from './entry.ts';
import type { Rule } from './rule-lines.ts';

/** Undefined when this event posts nothing: a purchase that is completed before its goods are received. */
export type Post<Data> = (data: Data, document: string) => Posting | undefined;

export type PostingRule<Data> =
  | {
      readonly does: 'post';
      readonly post: Post<Data>;
      /** The accounts that `post` debits and credits, for display. */
      readonly rule: Rule;
    }
  /**
   * Reverses every posting of the document at its own effective time, or those of events of the given types; of these,
   * with `part`, the ones with the same part of the document as the event: a cost that is taken back.
   */
  | {
      readonly does: 'reverse';
      readonly of?: readonly string[];
      readonly part?: (data: unknown) => unknown;
      /** Message key when a debt that it reverses was settled. */
      readonly settled?: string;
    }
  | { readonly does: 'nothing' };

export const REVERSE = { does: 'reverse' } as const;
export const NOTHING = { does: 'nothing' } as const;

/** Exhaustive: an event of a document without a rule, or without `NOTHING`, does not compile. */
export type PostingTable<Event extends { readonly type: string; readonly data: unknown }> = {
  readonly [Type in Event['type']]: PostingRule<Extract<Event, { type: Type }>['data']>;
};
