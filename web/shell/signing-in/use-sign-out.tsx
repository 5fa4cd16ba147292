/** Signing out: when this device has unsaved documents, asks the person what to do with them. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { signOut } from '../../shared/session/session.ts';

const KeptDrafts = lazy(async () => ({ default: (await import('../banners/kept-drafts.tsx')).KeptDrafts }));

export interface SigningOut {
  readonly leave: () => Promise<void>;
  /** The dialog to render; null without a question. */
  readonly question: ReactNode;
}

export function useSignOut(userId: number, onStay?: () => void): SigningOut {
  const [kept, setKept] = useState(0);
  const leave = async () => {
    // If the chunk cannot be loaded, signing out continues.
    const count = await import('../../shared/document/model/local-drafts.ts')
      .then(({ countLocalDrafts }) => countLocalDrafts(userId))
      // A browser without storage has no drafts.
      .catch(() => 0);
    if (count === 0) await signOut('leaving');
    else setKept(count);
  };
  const stay = () => {
    setKept(0);
    onStay?.();
  };
  const question = kept > 0 && (
    <Suspense>
      <KeptDrafts userId={userId} count={kept} onStay={stay} />
    </Suspense>
  );
  return { leave, question: question || null };
}
