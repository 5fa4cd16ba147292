/** A new password for a customer of the application. */
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../shared/api/command.ts';
import type { StoredRecord } from '../shared/api/record.ts';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import { useBusy } from '../shared/notify/use-busy.ts';
import { useCan } from '../shared/session/session.ts';

export const givePassword = (record: StoredRecord): ReactNode => <GivePassword id={Number(record['consumer_id'])} />;

function GivePassword({ id }: { id: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const { busy, run } = useBusy();
  const [password, setPassword] = useState<string>();
  if (!can('online_customers/update')) return null;
  const give = () =>
    run(async () => {
      const { data } = await command('online_customers/:id/give_password', { params: { id } });
      setPassword(data.password);
    });
  return (
    <>
      <Button icon={KeyRound} busy={busy} onClick={() => void give()}>
        {t('mobile:give_password')}
      </Button>
      <Dialog open={password !== undefined} title={t('mobile:give_password')} onClose={() => setPassword(undefined)}>
        <p className="mb-3 text-ink-muted">{t('mobile:given_password')}</p>
        <output dir="ltr" className="numeric block rounded-md border border-edge bg-surface-2 p-3 text-center text-lg">
          {password}
        </output>
      </Dialog>
    </>
  );
}
