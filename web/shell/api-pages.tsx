/** The API's documentation for developers of other programs: opened for ten minutes in a new window. */
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../shared/api/command.ts';
import { Button } from '../shared/controls/button.tsx';
import { notifyProblem } from '../shared/notify/notify.ts';

/** The permission to see it. */
export const API_PAGES = 'system_settings/update';

export function ApiPages() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    // Opened during the click, because browsers block later windows.
    const pages = window.open('', '_blank');
    setBusy(true);
    try {
      const { data } = await command('auth/docs');
      if (pages) pages.location.href = data.url;
    } catch (problem) {
      pages?.close();
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-ink-muted">{t('profile.api_hint')}</p>
      <Button icon={ExternalLink} busy={busy} onClick={() => void open()}>
        {t('profile.open_api')}
      </Button>
    </div>
  );
}
