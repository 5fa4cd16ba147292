/** Full-screen states before the application is loaded. */
import { useTranslation } from 'react-i18next';
import { resumeSession } from '../shared/session/session.ts';
import { Brand } from './menu/brand.tsx';

export function Loading() {
  const { t } = useTranslation();
  return (
    <main className="flex h-full flex-col items-center justify-center gap-5" aria-busy>
      <Brand />
      <div className="h-0.5 w-44 overflow-hidden rounded-full bg-surface-3">
        <div className="h-full w-1/3 animate-pulse bg-accent" />
      </div>
      <p role="status" className="text-ink-muted">
        {t('loading_essential_data')}
      </p>
    </main>
  );
}

export function Unreachable() {
  const { t } = useTranslation();
  return (
    <main className="flex h-full flex-col items-center justify-center gap-4 p-6 text-center">
      <Brand />
      <p role="alert" className="text-base">
        {t('errors.network')}
      </p>
      <button
        type="button"
        className="h-9 rounded-md bg-accent px-4 font-medium text-accent-ink hover:bg-accent-strong"
        onClick={() => void resumeSession()}
      >
        {t('actions.try_again')}
      </button>
    </main>
  );
}
