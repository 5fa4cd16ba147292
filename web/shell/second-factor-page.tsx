/** After sign-in, for who has a role that requires two-step verification and has not set it up: before anything else opens. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMe, type Me } from '../shared/session/session.ts';
import { Brand } from './brand.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';
import { useSignOut } from './use-sign-out.tsx';

export default function SecondFactorPage({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { leave, question } = useSignOut(me.user_id);
  const title = `${t('product')} · ${t('second_factor.title')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-6 p-4">
      <Brand />
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-edge bg-surface-1 p-6 shadow-float">
        <h1 className="text-lg font-semibold">{t('second_factor.title')}</h1>
        <p className="text-ink-muted">{t('second_factor.forced', { name: me.user_name })}</p>
        <SecondFactorSetUp email={me.email} isSetUp={false} onDone={() => void loadMe()} />
      </div>
      <button type="button" className="text-ink-muted hover:text-ink" onClick={() => void leave()}>
        {t('sign_out')}
      </button>
      {question}
    </main>
  );
}
