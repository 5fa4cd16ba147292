import type { AggregateState } from '../aggregates/aggregate-types.ts';
import type { Preview } from './preview.ts';

export interface CommandAnswer {
  readonly kind: string;
  readonly id: number;
  readonly stream: string;
  readonly revision: number;
  /** Position of the command's last event; undefined when nothing was stored. */
  readonly position: bigint | undefined;
  readonly state: AggregateState;
  /** True when the command was stored before and this is its stored answer. */
  readonly repeated: boolean;
  readonly preview?: Preview;
  /** A dry run that the commit would refuse because of a balance that the person may not see. */
  readonly isUntold?: boolean;
  /** Additional documents created by the command, with their numbers; absent when there are none. */
  readonly made?: readonly MadeDocument[];
}

export interface MadeDocument {
  /** Stream: `customer_transaction-12`. */
  readonly document: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
}
