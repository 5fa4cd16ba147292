/** What a device keeps of an open document, and how it is continued. */
import { say } from '../../language/language.ts';
import { notifyError, notifySuccess } from '../../notify/notify.ts';
import { identified, type ServerDocument } from './body.ts';
import { completedKey, type EditorDeclaration } from './declaration.ts';
import type { Draft } from './draft.ts';
import { continueLookUps } from './goods/line-items.ts';
import type { LocalDraft } from './local-drafts.ts';
import { DocumentSession } from './session.ts';
import type { Write } from './session-state.ts';

const NOTHING: Draft = { header: {}, lines: [], costs: [] };

/**
 * Undefined without unsaved input. While a conflict is undecided, the draft is kept as one of an older revision, so that
 * it is merged and asked about again.
 */
export function keptOf(session: DocumentSession): LocalDraft | undefined {
  const { server, saved, unanswered, conflict, identities } = session.read();
  if (!session.dirty) return undefined;
  const named = (of: Draft) => (server ? identified(session.declaration, of, identities) : of);
  const now = session.store.state.draft;
  const draft = named(now);
  return {
    draft,
    saved: conflict?.base ?? named(saved),
    revision: conflict ? undefined : server?.revision,
    sent: unanswered && { ...unanswered, draft: unanswered.draft === now ? draft : named(unanswered.draft) },
    at: new Date().toISOString(),
  };
}

/**
 * Continues a kept draft. If somebody else changed the document, both changes are merged. Undefined when the document has
 * the draft already, or can no longer be changed.
 */
export async function continued(
  declaration: EditorDeclaration,
  kept: LocalDraft,
  fresh: Draft,
  server: ServerDocument | undefined,
): Promise<DocumentSession | undefined> {
  const session = new DocumentSession(declaration, kept.draft, server);
  const mayChange = !server || server.possible.includes('change');
  if (mayChange && kept.revision === server?.revision) {
    session.keepAsUnsaved(fresh, server ? undefined : kept.sent);
    continueLookUps(session);
    return !server && kept.sent && (await wasEntered(session, kept.sent)) ? undefined : session;
  }
  // A draft that an earlier version kept has no common starting point: a person decides about all differing values.
  session.keepAsUnsaved(kept.saved ?? NOTHING, kept.sent);
  // The write may be the change that was stored meanwhile.
  if (kept.sent) await session.resume();
  if (!session.dirty) return undefined;
  if (!mayChange) {
    notifyError(say('document:unsaved_left'));
    return undefined;
  }
  await session.merge(server);
  continueLookUps(session);
  return session;
}

/**
 * For a window that was closed before the answer: true when its document was created and not edited afterwards. A
 * stored draft continues.
 */
async function wasEntered(session: DocumentSession, sent: Write): Promise<boolean> {
  if (!(await session.resume()) || session.editable || session.store.state.draft !== sent.draft) return false;
  notifySuccess(say(completedKey(session.declaration), { number: session.read().server?.number ?? '' }));
  return true;
}
