/** The state of an open document. */

import { membersOf } from '../../../../domain/kernel/members.ts';
import type { ApiError } from '../../api/error.ts';
import { fits } from '../../api/wire.ts';
import type { Outgoing, ServerDocument } from './body.ts';
import type { Draft } from './draft.ts';
import type { Conflict } from './merge.ts';

export interface SessionState {
  /** Undefined until the server has stored the document. */
  readonly server: ServerDocument | undefined;
  /** The stored draft; the document is dirty while the screen's draft differs. */
  readonly saved: Draft;
  /** A sent creation without an answer: its outcome is unknown. */
  readonly unanswered?: Write | undefined;
  readonly problems: ReadonlyMap<string, string>;
  /** Counts refused attempts; the error summary takes the focus at each. */
  readonly attempt: number;
  readonly busy: boolean;
  /** Set while a closed year refuses the document and a prior-period adjustment is offered. */
  readonly offer?: (PriorPeriodOffer & { readonly decide: (accepted: boolean) => void }) | undefined;
  readonly conflict: { readonly conflicts: readonly Conflict[]; readonly theirs: ServerDocument } | undefined;
}

export const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** The state of a document that was just opened. */
export function stateOf(draft: Draft, server: ServerDocument | undefined): SessionState {
  const saved = server?.draft ?? draft;
  return { server, saved, problems: NO_PROBLEMS, attempt: 0, busy: false, conflict: undefined };
}

/** A write request; repeated unchanged while its outcome is unknown. */
export interface Write {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly draft: Draft;
  readonly keys: Outgoing['keys'];
}

/** The creation of a document, or the change of a stored one. */
export function writeOf(
  resource: string,
  server: ServerDocument | undefined,
  body: Write['body'],
): Pick<Write, 'method' | 'path' | 'body'> {
  if (!server) return { method: 'POST', path: resource, body };
  return { method: 'PATCH', path: `${resource}/${server.id}`, body: { ...body, revision: server.revision } };
}

/** The server's offer to enter it as a prior-period adjustment. */
export interface PriorPeriodOffer {
  /** The day in the closed year. */
  readonly date: string;
  readonly open_day: string;
}

export function offerIn({ details }: ApiError): PriorPeriodOffer | undefined {
  const offer = membersOf(details)['prior_period'];
  return fits<PriorPeriodOffer>(offer, {}) ? offer : undefined;
}
