import type { AggregateState } from './aggregate-types.ts';
import type { Preview } from './preview.ts';

export type { CommandRequest } from './command-request.ts';

export interface CommandAnswer {
  readonly kind: string;
  readonly id: number;
  readonly stream: string;
  readonly revision: number;
  /** Of the last event of the command; undefined when nothing had to be stored. */
  readonly position: bigint | undefined;
  readonly state: AggregateState;
  /** True when this command had been stored before and this is its answer again. */
  readonly repeated: boolean;
  readonly preview?: Preview;
  /** The further documents that the command entered, with their numbers; absent when there are none. */
  readonly made?: readonly MadeDocument[];
}

export interface MadeDocument {
  /** Stream: `customer_transaction-12`. */
  readonly document: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
}
