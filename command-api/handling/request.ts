import type { Status } from './aggregate-types.ts';
import type { Preview } from './preview.ts';

export type { CommandRequest } from './command-request.ts';

export interface CommandAnswer {
  readonly kind: string;
  readonly id: number;
  readonly stream: string;
  readonly revision: number;
  /** Of the last event of the command; undefined when nothing had to be stored. */
  readonly position: bigint | undefined;
  readonly state: Status;
  /** True when this command had been stored before and this is its answer again. */
  readonly repeated: boolean;
  readonly preview?: Preview;
}
