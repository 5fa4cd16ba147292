/** The choice for unsaved documents when their person signs out of this device. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/controls/button.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { removeLocalDrafts } from '../../shared/document/model/local-drafts.ts';
import { signOut } from '../../shared/session/session.ts';

export interface KeptDraftsProps {
  readonly userId: number;
  readonly count: number;
  readonly onStay: () => void;
}

export function KeptDrafts({ userId, count, onStay }: KeptDraftsProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const leave = async (removes: boolean) => {
    setBusy(true);
    if (removes) await removeLocalDrafts(userId);
    await signOut('leaving');
  };
  const footer = (
    <>
      <Button look="danger" busy={busy} onClick={() => void leave(true)}>
        {t('kept_drafts.remove')}
      </Button>
      <Button look="primary" busy={busy} onClick={() => void leave(false)} data-autofocus>
        {t('kept_drafts.keep')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('kept_drafts.title')} onClose={onStay} footer={footer}>
      <p>{t('kept_drafts.count', { number: count })}</p>
      <p className="mt-2 text-ink-muted">{t('kept_drafts.text')}</p>
    </Dialog>
  );
}
