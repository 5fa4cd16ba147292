/** What a command is when it reaches the pipeline, and what comes out of it. */
import type { DocumentDeclaration } from '../../domain/kernel/document.ts';
import type { Actor } from '../../domain/kernel/facts.ts';
import type { RecordDeclaration } from '../../domain/kernel/record.ts';
import type { Language } from '../../domain/messages/say.ts';
import type { Status } from './kinds.ts';
import type { Preview } from './preview.ts';

export interface CommandRequest {
  readonly declaration: DocumentDeclaration | RecordDeclaration;
  /** Undefined creates a new one under the next id. */
  readonly id?: number;
  /** Creates under this `id`; nothing may be there yet. */
  readonly isNew?: boolean;
  /** Commands of the declaration's decider, in order; all of them or none. */
  readonly commands: readonly unknown[];
  /** The validated body: the records and documents that it names are loaded. */
  readonly body: unknown;
  readonly actor: Actor;
  /** What is dated in a closed year counts on the first open day and names its true date. */
  readonly priorPeriod?: boolean;
  /** The person was asked about what is unusual in it, and means it. */
  readonly confirmed?: boolean;
  readonly meta?: {
    readonly outlet?: string;
    readonly device?: string;
    readonly reason?: string;
    readonly correlationId?: string;
  };
  /** UUID. */
  readonly commandId: string;
  /** Of the request; the same commandId with another digest is refused. */
  readonly digest?: string;
  /** The revision that the change was based on; without one the newest state is decided on. */
  readonly expectedRevision?: number;
  /** Stores nothing and answers with a `preview`. */
  readonly dryRun?: boolean;
  /** In which a preview names goods; English when it is not said. */
  readonly language?: Language;
}

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
