/** Nothing can be paid without an open drawer, or after it was counted: a link to its page. */
import { Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../shared/controls/states.tsx';
import type { DrawerHere } from '../parts/open-drawer.ts';
import { TillButton } from '../parts/till-button.tsx';
import { goTo } from '../parts/till-path.ts';

export function NoDrawer({ drawer }: { drawer: DrawerHere | null }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t(drawer ? 'selling:drawer_counted' : 'selling:no_drawer')}
      text={t(drawer ? 'selling:drawer_counted_hint' : 'selling:no_drawer_hint')}
      icon={Inbox}
    >
      <TillButton look="primary" onPress={() => goTo('drawer')}>
        {t(drawer ? 'selling:close_drawer' : 'selling:open_drawer')}
      </TillButton>
    </EmptyState>
  );
}
