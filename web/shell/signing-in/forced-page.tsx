/** A step required after sign-in before anything else: one card, and a sign-out button. */
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../shared/session/session.ts';
import { Brand } from '../menu/brand.tsx';
import { useSignOut } from './use-sign-out.tsx';

interface ForcedPageProps {
  readonly me: Me;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function ForcedPage({ me, title, text, children }: ForcedPageProps) {
  const { t } = useTranslation();
  const { leave, question } = useSignOut(me.user_id);
  const ofWindow = `${t('product')} · ${title}`;
  useEffect(() => {
    document.title = ofWindow;
  }, [ofWindow]);
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-6 p-4">
      <Brand />
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-edge bg-surface-1 p-6 shadow-float">
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="text-ink-muted">{text}</p>
        {children}
      </div>
      <button type="button" className="text-ink-muted hover:text-ink" onClick={() => void leave()}>
        {t('sign_out')}
      </button>
      {question}
    </main>
  );
}
