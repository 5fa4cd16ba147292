/** What is known of a document that is open. */

import { membersOf } from '../../../../domain/kernel/members.ts';
import type { ApiError } from '../../api/error.ts';
import { fits } from '../../api/wire.ts';
import type { Outgoing, ServerDocument } from './body.ts';
import type { Draft } from './draft.ts';
import type { Conflict } from './merge.ts';

export interface SessionState {
  /** Undefined while the server has never heard of the document. */
  readonly server: ServerDocument | undefined;
  /** The draft that the server has; the document is dirty while another is on the screen. */
  readonly saved: Draft;
  /** A creation that was sent and not answered: nothing is known of its outcome. */
  readonly unanswered?: Write | undefined;
  readonly problems: ReadonlyMap<string, string>;
  /** Counts refused attempts, so that the summary takes the focus at each. */
  readonly attempt: number;
  readonly busy: boolean;
  /** Asked while it would be refused for a year that is closed. */
  readonly offer?: (PriorPeriodOffer & { readonly decide: (accepted: boolean) => void }) | undefined;
  readonly conflict: { readonly conflicts: readonly Conflict[]; readonly theirs: ServerDocument } | undefined;
}

export const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Of a document that was just opened. */
export function stateOf(draft: Draft, server: ServerDocument | undefined): SessionState {
  const saved = server?.draft ?? draft;
  return { server, saved, problems: NO_PROBLEMS, attempt: 0, busy: false, conflict: undefined };
}

/** What is sent of it; again as it was when nothing is known of its outcome. */
export interface Write {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly draft: Draft;
  readonly keys: Outgoing['keys'];
}

/** The creation of a document, or the change of the one that the server has. */
export function writeOf(
  resource: string,
  server: ServerDocument | undefined,
  body: Write['body'],
): Pick<Write, 'method' | 'path' | 'body'> {
  if (!server) return { method: 'POST', path: resource, body };
  return { method: 'PATCH', path: `${resource}/${server.id}`, body: { ...body, revision: server.revision } };
}

/** What the server says when the person may enter it as a prior-period adjustment. */
export interface PriorPeriodOffer {
  /** In the closed year. */
  readonly date: string;
  readonly open_day: string;
}

export function offerIn({ details }: ApiError): PriorPeriodOffer | undefined {
  const offer = membersOf(details)['prior_period'];
  return fits<PriorPeriodOffer>(offer, {}) ? offer : undefined;
}
