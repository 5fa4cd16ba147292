/** The till application: sign-in, and the screens. It needs neither a network nor a session of the back office. */

import { MonitorX } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../shared/controls/states.tsx';
import { Toaster } from '../shared/notify/toaster.tsx';
import { listenForShortcuts } from '../shared/shortcuts/shortcuts.ts';
import type { TillDevice } from './device/device.ts';
import { useWatched } from './device/use-watched.ts';
import { DevicePage } from './device-page.tsx';
import { Frame } from './frame.tsx';
import { useCashierLanguage } from './parts/signing-in/cashier-language.ts';
import { FirstLoad } from './parts/signing-in/first-load.tsx';
import { TillProvider } from './parts/till-context.tsx';
import { type TillPage, useTillPage } from './parts/till-path.ts';
import { DevicePriceChecker } from './price-checker/device-page.tsx';
import { CustomerDisplay } from './screens/customer-display.tsx';
import { DrawerPage } from './screens/drawer.tsx';
import { HeldPage } from './screens/held.tsx';
import { ReceiptsPage } from './screens/receipts.tsx';
import { SellPage } from './screens/sell.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { keepCart } from './selling/kept-cart.ts';
import { saleStore } from './selling/sale-store.ts';

export default function Till({ device }: { readonly device: TillDevice }) {
  const page = useTillPage();
  useEffect(listenForShortcuts, []);
  useEffect(() => {
    document.documentElement.dataset['touch'] = 'yes';
  }, []);
  return page === 'display' ? <CustomerDisplay /> : <AtTill device={device} page={page} />;
}

function AtTill({ device, page }: { device: TillDevice; page: TillPage }) {
  const { t } = useTranslation();
  const identity = useWatched(device.identity);
  const session = useWatched(device.cashiers.session);
  const { status } = useWatched(device.catalogue.state);
  useCashierLanguage(session);
  const title = `${t('product')} · ${t(`selling:pages.${page}`)}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const cashier = session?.cashier.id;
  useEffect(() => (cashier === undefined ? undefined : keepCart(device, saleStore, cashier)), [device, cashier]);
  const place = useMemo(() => identity && session && { device, identity, session }, [device, identity, session]);
  // Pending entries of this device can be viewed and exported by anyone, also when nobody can sign in.
  if (page === 'device' && (!place || place.session.locked)) {
    return (
      <div className="h-full overflow-y-auto">
        <DevicePage device={device} />
      </div>
    );
  }
  if (!identity) return <NotEnrolled />;
  if (page === 'prices') return <DevicePriceChecker device={device} />;
  if (!place || place.session.locked) {
    return <SignIn device={device} identity={identity} locked={session?.locked ? session : undefined} />;
  }
  return (
    <TillProvider value={place}>
      <Frame>
        {page === 'device' ? (
          <div className="flex-1 overflow-y-auto">
            <DevicePage device={device} />
          </div>
        ) : status === 'ready' ? (
          <Screen page={page} />
        ) : (
          <FirstLoad device={device} />
        )}
      </Frame>
      <Toaster />
    </TillProvider>
  );
}

function Screen({ page }: { page: TillPage }) {
  switch (page) {
    case 'held':
      return <HeldPage />;
    case 'receipts':
      return <ReceiptsPage />;
    case 'drawer':
      return <DrawerPage />;
    default:
      return <SellPage />;
  }
}

function NotEnrolled() {
  const { t } = useTranslation();
  return (
    <main className="flex h-full items-center justify-center">
      <EmptyState heading title={t('selling:not_enrolled')} text={t('selling:not_enrolled_hint')} icon={MonitorX}>
        <a
          href="/settings/pos"
          className="inline-flex h-12 items-center rounded-md bg-accent px-4 font-semibold text-accent-ink hover:bg-accent-strong"
        >
          {t('selling:to_settings')}
        </a>
      </EmptyState>
    </main>
  );
}
