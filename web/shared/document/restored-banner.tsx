/** A notice that the draft was restored from this device, with a button that discards it. */
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../controls/amount.tsx';
import { Button } from '../controls/button.tsx';
import { dropLocalDraft } from './model/local-drafts.ts';
import { type Opened, presentName } from './model/use-session.ts';

export function RestoredBanner({ opened }: { opened: Opened }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(opened.restoredAt !== undefined);
  if (!shown) return null;
  const discard = () => {
    opened.session.startOver();
    void dropLocalDraft(presentName(opened));
    setShown(false);
  };
  return (
    <div
      role="status"
      className="mx-4 mb-3 flex flex-wrap items-center gap-3 rounded-md bg-info px-4 py-2 text-info-ink"
    >
      <History size={15} aria-hidden />
      <span className="flex-1">
        {t('document:restored')} <Moment value={opened.restoredAt} />
      </span>
      <Button onClick={discard}>{t('document:restored_discard')}</Button>
      <Button onClick={() => setShown(false)}>{t('document:restored_keep')}</Button>
    </div>
  );
}
