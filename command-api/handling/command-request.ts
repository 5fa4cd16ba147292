/** A command as it comes in. */
import type { DocumentDeclaration } from '../../domain/kernel/document.ts';
import type { Actor } from '../../domain/kernel/facts.ts';
import type { RecordDeclaration } from '../../domain/kernel/record.ts';
import type { Language } from '../../languages/say.ts';

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
  /**
   * It was paid at a till: nothing that it claims refuses it any more but a number that is taken, and it is redated
   * whoever enters it (docs/decisions/0074).
   */
  readonly wasPaid?: boolean;
  /** The person was asked about what is unusual in it, and means it. */
  readonly confirmed?: boolean;
  readonly meta?: {
    /** Who did it, where that is no user: the stream of an online customer. */
    readonly actor?: string;
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
