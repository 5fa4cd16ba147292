/** Asks for the password again, and a code with two-step verification; then the refused request is repeated. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { command } from '../../shared/api/command.ts';
import { read } from '../../shared/api/read.ts';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { useMe } from '../../shared/session/session.ts';
import { OwnSecretsForm } from './second-factor-set-up.tsx';

export default function ProofDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const { t } = useTranslation();
  const { email } = useMe();
  const { data: wantsCode = false } = useQuery({
    queryKey: ['wants_code'],
    queryFn: async ({ signal }) => (await read('auth/second_factor', { signal })).is_set_up,
  });
  return (
    <Dialog open title={t('proof.title')} onClose={() => onAnswer(false)}>
      <OwnSecretsForm
        email={email}
        send={(body) => command('auth/prove', { body })}
        wantsCode={wantsCode}
        submit={t('proof.go_on')}
        onAnswer={() => onAnswer(true)}
      >
        <p className="text-ink-muted">{t('proof.text')}</p>
      </OwnSecretsForm>
    </Dialog>
  );
}
