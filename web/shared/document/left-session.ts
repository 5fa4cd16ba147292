/** A document that was left while it was sent: what its screen would have shown becomes a notice with a link. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useIsShown } from '../controls/use-is-shown.ts';
import { say } from '../language/language.ts';
import { type NoticeAction, notifyError } from '../notify/notify.ts';
import type { EditorDeclaration } from './model/declaration.ts';
import type { DocumentSession } from './model/session.ts';

type Named = Pick<EditorDeclaration, 'path' | 'title' | 'newTitle'>;

/** Whether the screen of the document is still there: at the address where it was opened, or at its own. */
export function useIsDocumentShown(session: DocumentSession, { path }: Named): () => boolean {
  const [address] = useState(() => window.location.pathname);
  return useIsShown((now) => [address, `${path}/new`, `${path}/${session.read().server?.id}`].includes(now));
}

export function useNoticesAfterLeaving(session: DocumentSession, named: Named): void {
  const { path, title, newTitle } = named;
  const navigate = useNavigate();
  const [address] = useState(() => window.location.pathname + window.location.search);
  const isShown = useIsDocumentShown(session, named);
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    const wayBack = (): NoticeAction => {
      const { server } = session.read();
      if (!server) return { label: say(newTitle), run: () => void navigate({ href: address }) };
      const number = server.number ?? say('document:draft_number', { id: String(server.id) });
      return { label: say(title, { number }), run: () => void navigate({ to: `${path}/${server.id}` }) };
    };
    end.current?.();
    // Not ended when the screen is left: that is when it is needed.
    end.current = noticesOf(session, isShown, wayBack);
    return () => session.read().offer?.decide(false);
  }, [session, path, title, newTitle, address, navigate, isShown]);
}

/** Returns the end of the notices. */
function noticesOf(session: DocumentSession, isShown: () => boolean, wayBack: () => NoticeAction): () => void {
  let { attempt, conflict, offer } = session.read();
  const tell = (sentence: string) => notifyError(sentence, undefined, undefined, [wayBack()]);
  return session.subscribe(() => {
    const now = session.read();
    const isRefused = now.attempt !== attempt;
    const isOffered = now.offer !== undefined && now.offer !== offer;
    const isMet = now.conflict !== undefined && now.conflict !== conflict;
    ({ attempt, conflict, offer } = now);
    if (isShown()) return;
    if (isRefused) tell([...now.problems.values()][0] ?? '');
    if (isMet) tell(say('document:conflict.title'));
    // Nobody can answer it.
    if (isOffered) now.offer?.decide(false);
  });
}
