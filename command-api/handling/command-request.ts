/** A command request. */

import type { Actor } from '../../domain/deciding/facts.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import type { Language } from '../../domain/values/language.ts';

export interface CommandRequest {
  readonly declaration: DocumentDeclaration | RecordDeclaration;
  /** Undefined creates a new document or record under the next id. */
  readonly id?: number;
  /** True creates it under this `id`, which must be unused. */
  readonly isNew?: boolean;
  /** Commands of the declaration's decider, in order; either all or none are stored. */
  readonly commands: readonly unknown[];
  /** The validated body; its references are loaded. */
  readonly body: unknown;
  readonly actor: Actor;
  /** True posts documents dated in a closed year on the first open day, with their true date. */
  readonly priorPeriod?: boolean;
  /**
   * True for documents paid at a till: no claim refuses them except a used number, and they are redated without
   * a permission (docs/decisions/0074).
   */
  readonly wasPaid?: boolean;
  /** True for entries of a till: it reaches every document of the outlet, whichever inventories its cashier has. */
  readonly isOfTill?: boolean;
  /** True for records that the program enters at its start, whichever modules are switched off. */
  readonly isOfProgram?: true;
  /** When an entry of a till happened, in milliseconds since 1970: its prices are compared with the records of then. */
  readonly happenedMs?: number;
  /** True when the person confirmed the unusual values. */
  readonly confirmed?: boolean;
  /** True when a person typed the body. */
  readonly isTyped?: boolean;
  readonly meta?: {
    /** The stream of an online customer, when the actor is not a user. */
    readonly actor?: string;
    readonly outlet?: string;
    readonly device?: string;
    readonly reason?: string;
    readonly correlationId?: string;
  };
  /** UUID. */
  readonly commandId: string;
  /** Digest of the request; the same commandId with another digest is refused. */
  readonly digest?: string;
  /** The revision on which the change is based; without it the newest state is used. */
  readonly expectedRevision?: number;
  /** Stores nothing and returns a `preview`. */
  readonly dryRun?: boolean;
  /** The language of item names in a preview; English by default. */
  readonly language?: Language;
}
