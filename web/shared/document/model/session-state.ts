/** The state of an open document. */

import { membersOf } from '../../../../domain/values/members.ts';
import { amend, command } from '../../api/command.ts';
import { ApiError } from '../../api/error.ts';
import { fits } from '../../api/wire.ts';
import { type Identities, identified, NO_IDENTITIES, type Outgoing, type ServerDocument } from './body.ts';
import type { EditorDeclaration } from './declaration.ts';
import type { Draft } from './draft.ts';
import { type Conflict, mergeDrafts } from './merge.ts';

export interface SessionState {
  /** Undefined until the server has stored the document. */
  readonly server: ServerDocument | undefined;
  /** The stored draft; the document is dirty while the screen's draft differs. */
  readonly saved: Draft;
  /** Ids of lines that were new when the screen sent them. */
  readonly identities: Identities;
  /** A sent write without an answer: its outcome is unknown. */
  readonly unanswered?: Write | undefined;
  readonly problems: ReadonlyMap<string, string>;
  /** Counts refused attempts; the error summary takes the focus at each. */
  readonly attempt: number;
  readonly busy: boolean;
  /** Set while a closed year refuses the document and a prior-period adjustment is offered. */
  readonly offer?: (PriorPeriodOffer & { readonly decide: (accepted: boolean) => void }) | undefined;
  readonly conflict: UndecidedConflict | undefined;
}

export interface UndecidedConflict {
  readonly conflicts: readonly Conflict[];
  readonly theirs: ServerDocument;
  /** What both began with. A later merge begins with it too, and asks again about what is undecided. */
  readonly base: Draft;
}

/** Merges `theirs` with the draft of the screen, which then can be sent on their revision. */
export function mergedWith(
  declaration: EditorDeclaration,
  { saved, identities, conflict }: SessionState,
  draft: Draft,
  theirs: ServerDocument,
): { readonly draft: Draft; readonly state: Partial<SessionState> } {
  const base = conflict?.base ?? identified(declaration, saved, identities);
  const merged = mergeDrafts(base, identified(declaration, draft, identities), theirs.draft);
  const undecided = merged.conflicts.length > 0 ? { conflicts: merged.conflicts, theirs, base } : undefined;
  // Merged lines have their ids; a line that lost its id in the merge is a new one.
  const state = { server: theirs, saved: theirs.draft, identities: { ...identities, lines: new Map() } };
  return { draft: merged.draft, state: { ...state, conflict: undecided } };
}

export const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** The state of a document that was just opened. */
export function stateOf(draft: Draft, server: ServerDocument | undefined): SessionState {
  const saved = server?.draft ?? draft;
  return {
    server,
    saved,
    identities: NO_IDENTITIES,
    problems: NO_PROBLEMS,
    attempt: 0,
    busy: false,
    conflict: undefined,
  };
}

/** A write request. It is repeated unchanged while its outcome is unknown, so that no line is stored twice. */
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

export function sendWrite({ method, path, body, key }: Write) {
  const [resource = '', id = ''] = path.split('/');
  const sent = { body, idempotencyKey: key };
  return method === 'POST'
    ? command(':resource', { params: { resource }, ...sent })
    : amend(':resource/:id', { params: { resource, id }, ...sent });
}

/** Sends a transition, with the revision that it is based on. */
export function sendStep(
  resource: string,
  { id, revision }: ServerDocument,
  transition: string,
  body: object,
  query = {},
) {
  const params = { resource, id, transition };
  return command(':resource/:id/:transition', { params, body: { ...body, revision }, query });
}

/** For a repeated write: the write of the present draft, which follows, meets the same refusal. */
export function leaveRefusal(problem: unknown): true {
  if (problem instanceof ApiError && problem.definite) return true;
  throw problem;
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
