/** Required set-up after sign-in, for roles with mandatory two-step verification. */
import { useTranslation } from 'react-i18next';
import { loadMe, type Me } from '../../shared/session/session.ts';
import { ForcedPage } from './forced-page.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

export default function SecondFactorPage({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <ForcedPage me={me} title={t('second_factor.title')} text={t('second_factor.forced', { name: me.user_name })}>
      <SecondFactorSetUp email={me.email} isSetUp={false} onDone={() => void loadMe()} />
    </ForcedPage>
  );
}
