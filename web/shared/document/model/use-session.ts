/**
 * Opens a document for a screen, and stores it while it is edited: on this device, and on the server when it is valid.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { read } from '../../api/read.ts';
import { useMe } from '../../session/session.ts';
import { localToday } from '../../typing/date-words.ts';
import { readDocument, type ServerDocument } from './body.ts';
import { type EditorDeclaration, needsLine } from './declaration.ts';
import type { Draft } from './draft.ts';
import { onItsDay } from './goods/rate-of-day.ts';
import { continued, keptOf } from './kept-session.ts';
import { rememberNames } from './known-names.ts';
import { claimDraftName, draftName, dropLocalDraft, keepLocalDraft, readLocalDraft, sourceOf } from './local-drafts.ts';
import { STORED } from './server-document.ts';
import { DocumentSession } from './session.ts';
import type { SessionState, Write } from './session-state.ts';

export function useSessionState(session: DocumentSession): SessionState {
  return useSyncExternalStore(session.subscribe, session.read);
}

export interface Opened {
  readonly session: DocumentSession;
  /** From the address; undefined for a new document. */
  readonly id: number | undefined;
  /** Time when the restored draft was stored on this device. */
  readonly restoredAt: string | undefined;
  /** The name of its draft on this device when it was opened. */
  readonly localName: string;
  /** The name of the draft of a stored document. */
  readonly nameOf: (id: number) => string;
  /** Releases the draft's name. */
  readonly lock: AbortController;
}

/** The name of its draft on this device now: a new document gets another one when the server has stored it. */
export function presentName({ session, localName, nameOf }: Opened): string {
  const id = session.read().server?.id;
  return id === undefined ? localName : nameOf(id);
}

/** `id` is undefined for a new document; a new `generation` starts another one. */
export function useOpened(declaration: EditorDeclaration, id: number | undefined, generation: number, start?: Draft) {
  const me = useMe();
  const [opened, setOpened] = useState<Opened & { readonly generation: number }>();
  const own = opened?.session.read().server?.id;
  const current = opened && opened.generation === generation && (opened.id === id || own === id) ? opened : undefined;
  const { data, error, refetch } = useQuery({
    queryKey: [declaration.resource, 'open', id, generation],
    queryFn: () => read(':resource/:id', { params: { resource: declaration.resource, id: Number(id) }, ...STORED }),
    enabled: id !== undefined && !current,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  const isOpen = current !== undefined;
  useEffect(() => {
    if (isOpen || (id !== undefined && !data)) return;
    let left = false;
    const lock = new AbortController();
    const server = data ? withLine(declaration, readDocument(declaration, data)) : undefined;
    if (data) rememberNames(declaration, data);
    const open = async () => {
      const fresh = server?.draft ?? start ?? (await onItsDay(declaration, newDraft(declaration, me)));
      const source = sourceOf(declaration, fresh);
      const nameOf = (of?: number) => draftName(me.user_id, declaration.resource, of, source);
      // The document before it may have the name of a new one.
      if (id === undefined) opened?.lock.abort();
      const localName = id === undefined ? await claimDraftName(nameOf(), lock.signal) : nameOf(id);
      const kept = await readLocalDraft(localName);
      if (left) return lock.abort();
      const session = kept && (await continued(declaration, kept, fresh, server));
      if (kept && !session) await dropLocalDraft(localName);
      const restoredAt = session && kept?.at;
      const begun = { session: session ?? new DocumentSession(declaration, fresh, server), restoredAt };
      if (left) return lock.abort();
      setOpened({ ...begun, localName, nameOf, lock, id, generation });
    };
    void open();
    return () => {
      left = true;
    };
  }, [declaration, id, generation, data, isOpen, me, start, opened]);
  useEffect(() => () => opened?.lock.abort(), [opened]);
  return { opened: current, error, refetch };
}

export function newDraft(declaration: EditorDeclaration, me: ReturnType<typeof useMe>): Draft {
  const header = declaration.newHeader({ me, today: localToday() });
  return {
    header,
    lines:
      declaration.fixedLines || declaration.columns.length === 0 ? [] : [{ key: 1, fields: declaration.blankLine }],
    costs: [],
  };
}

/** A draft without lines gets an empty one, like a new document. */
function withLine(declaration: EditorDeclaration, server: ServerDocument): ServerDocument {
  const { draft, possible } = server;
  if (!possible.includes('change') || !needsLine(declaration, draft)) return server;
  const first = 1 + Math.max(0, ...draft.costs.map((line) => line.key));
  return { ...server, draft: { ...draft, lines: [{ key: first, fields: declaration.blankLine }] } };
}

const LOCAL_MS = 250;
const SERVER_MS = 4_000;

/**
 * Stores the draft on this device after a quarter of a second without input, and on the server after four seconds when
 * it is valid.
 */
export function useAutosave(opened: Opened): void {
  useEffect(() => {
    const { session, localName } = opened;
    let local: ReturnType<typeof setTimeout> | undefined;
    let remote: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      const kept = keptOf(session);
      if (kept) void keepLocalDraft(presentName(opened), kept);
    };
    const changed = () => {
      clearTimeout(local);
      clearTimeout(remote);
      local = setTimeout(keep, LOCAL_MS);
      remote = setTimeout(() => void sendWhenValid(session), SERVER_MS);
    };
    let name = localName;
    let kept: Write | undefined;
    let revision: number | undefined;
    const saved = () => {
      const { unanswered, server } = session.read();
      const present = presentName(opened);
      if (!session.dirty) void dropLocalDraft(present);
      else if (unanswered !== kept || server?.revision !== revision) keep();
      if (present !== name) void dropLocalDraft(name);
      name = present;
      kept = unanswered;
      revision = server?.revision;
    };
    // Its unanswered creation may have been answered while it was opened.
    if (presentName(opened) !== localName) saved();
    const stopEditing = session.store.subscribe(changed);
    const stopSaving = session.subscribe(saved);
    window.addEventListener('pagehide', keep);
    return () => {
      keep();
      clearTimeout(local);
      clearTimeout(remote);
      stopEditing();
      stopSaving();
      window.removeEventListener('pagehide', keep);
    };
  }, [opened]);
}

async function sendWhenValid(session: DocumentSession): Promise<void> {
  if (session.declaration.noDraft || !session.dirty || !session.editable || session.read().conflict) return;
  const { problems, keys } = session.outgoing();
  if (problems.size === 0 && (keys.lines.length > 0 || session.declaration.columns.length === 0))
    await session.autosave();
}
