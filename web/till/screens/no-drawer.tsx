/** Nothing can be paid without an open drawer: a link that opens one. */
import { Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../shared/controls/states.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { goTo } from '../parts/till-path.ts';

export function NoDrawer() {
  const { t } = useTranslation();
  return (
    <EmptyState title={t('selling:no_drawer')} text={t('selling:no_drawer_hint')} icon={Inbox}>
      <TillButton look="primary" onPress={() => goTo('drawer')}>
        {t('selling:open_drawer')}
      </TillButton>
    </EmptyState>
  );
}
