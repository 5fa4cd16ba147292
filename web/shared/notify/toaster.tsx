/**
 * The current notices. Totals stand at the inline end of the bottom, so notices are at the start; in a narrower window,
 * whose totals take the whole bottom, they are below the top bar, and at the bottom while a dialog asks something there.
 */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../controls/button.tsx';
import { BlockerList } from './lazy-blockers.tsx';
import { dismiss, type Notice, useNotices } from './notify.ts';

export function Toaster() {
  const { t } = useTranslation();
  const { shown } = useNotices();
  return (
    <section
      aria-label={t('notices')}
      className="no-print pointer-events-none fixed start-4 bottom-4 z-50 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2 max-xl:inset-x-0 max-xl:top-14 max-xl:bottom-auto max-xl:mx-auto max-xl:[body:has([role=dialog])_&]:top-auto max-xl:[body:has([role=dialog])_&]:bottom-4"
    >
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const error = notice.kind === 'error';
  const Icon = error ? CircleAlert : notice.kind === 'hint' ? Info : CircleCheck;
  const tone = error ? 'text-danger-ink' : notice.kind === 'hint' ? 'text-info-ink' : 'text-success-ink';
  return (
    <div
      role={error ? 'alert' : 'status'}
      className={`pointer-events-auto flex animate-appear items-start gap-2.5 rounded-lg border bg-surface-1 py-2 ps-3 pe-1.5 shadow-float ${error ? 'border-danger-ink/50' : 'border-edge'}`}
    >
      <Icon size={17} aria-hidden className={`mt-1.5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 py-1 break-words">
        <p>{notice.message}</p>
        {notice.requestId && (
          <p className="text-ink-muted text-xs">
            {t('request_number')} <bdi className="select-all">{notice.requestId}</bdi>
          </p>
        )}
        {notice.blockers && <BlockerList {...notice.blockers} />}
        {notice.actions.length > 0 && (
          <div className="-ms-3 flex flex-wrap">
            {notice.actions.map(({ label, run }) => (
              <Button
                key={label}
                look="quiet"
                onClick={() => {
                  run();
                  dismiss(notice.id);
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <IconButton icon={X} label={t('actions.close')} onClick={() => dismiss(notice.id)} />
    </div>
  );
}
