/** The bar above every screen of the till: navigation, pending entries, cashier. */
import {
  BellOff,
  BellRing,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  Monitor,
  Pause,
  Receipt,
  ScanBarcode,
  Settings2,
  ShoppingBasket,
  Wallet,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../shared/controls/dialog.tsx';
import { Keys } from '../shared/controls/keys.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { usePreferences } from '../shared/language/preferences.ts';
import { useShortcut } from '../shared/shortcuts/shortcuts.ts';
import { formatDecimal } from '../shared/typing/number-format.ts';
import { useWatched } from './device/use-watched.ts';
import { useOrderAlert } from './parts/order-alert.ts';
import { Switches } from './parts/switches.tsx';
import { TillButton } from './parts/till-button.tsx';
import { useTill } from './parts/till-context.tsx';
import { addressOf, goTo, type TillPage, useTillPage } from './parts/till-path.ts';
import { useHeldCount } from './parts/use-held-count.ts';
import { isEmpty } from './selling/cart.ts';
import { saleStore } from './selling/sale-store.ts';
import { WaitingChip } from './waiting-chip.tsx';

type MenuPage = Exclude<TillPage, 'display' | 'prices'>;

const PAGES: readonly (readonly [MenuPage, LucideIcon])[] = [
  ['sell', ShoppingBasket],
  ['held', Pause],
  ['receipts', Receipt],
  ['drawer', Wallet],
  ['device', Settings2],
];

export function Frame({ children }: { children: ReactNode }) {
  const { device } = useTill();
  const { wrong } = useWatched(device.clock.state);
  const { t } = useTranslation();
  return (
    <div className="flex h-full flex-col">
      <header className="no-print flex items-center gap-1 overflow-x-auto border-b max-sm:flex-wrap max-sm:justify-end border-edge bg-surface-1 px-2 py-1">
        <Pages />
        <span className="flex-1" />
        <Orders />
        <button
          type="button"
          onClick={() => goTo('device')}
          className="inline-flex shrink-0 items-center justify-center px-1"
        >
          <WaitingChip device={device} />
        </button>
        {wrong && <StatusChip tone="danger" label={t('selling:clock_wrong')} />}
        <CashierMenu />
      </header>
      {/* A screen is never wider than the window: its strips scroll, and what is beside them stays on it. */}
      <main className="flex min-h-0 min-w-0 flex-1 *:min-w-0">{children}</main>
    </div>
  );
}

function Pages() {
  const { t } = useTranslation();
  const page = useTillPage();
  const held = useHeldCount(useTill().device);
  return (
    <nav aria-label={t('selling:menu')} className="flex gap-1">
      {PAGES.map(([name, icon]) => (
        <PageLink key={name} {...{ name, icon }} isCurrent={name === page} count={name === 'held' ? held : 0} />
      ))}
    </nav>
  );
}

interface PageLinkProps {
  readonly name: MenuPage;
  readonly icon: LucideIcon;
  readonly isCurrent: boolean;
  /** What waits there; nothing is said of none. */
  readonly count: number;
}

function PageLink({ name, icon: Icon, isCurrent, count }: PageLinkProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const shortcut = `till_page_${name}` as const;
  useShortcut(shortcut, () => goTo(name));
  return (
    <a
      href={addressOf(name)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        goTo(name);
      }}
      className="inline-flex h-12 min-w-12 items-center justify-center gap-2 rounded-md px-3 text-ink-muted hover:bg-surface-2 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
    >
      <Icon size={18} aria-hidden />
      <span className="max-lg:sr-only">{t(`selling:pages.${name}`)}</span>
      {count > 0 && (
        <span className="numeric rounded-full bg-accent px-2 text-sm font-semibold text-accent-ink" data-count>
          {formatDecimal(String(count), { digits })}
        </span>
      )}
      <span className="max-xl:hidden">
        <Keys name={shortcut} />
      </span>
    </a>
  );
}

/** Online orders that wait, and their sound. */
function Orders() {
  const { t } = useTranslation();
  const { count, isMuted, mute } = useOrderAlert();
  if (count === 0) return null;
  return (
    <TillButton
      look="quiet"
      icon={isMuted ? BellOff : BellRing}
      aria-pressed={isMuted}
      aria-label={t(isMuted ? 'selling:unmute_orders' : 'selling:mute_orders', { count })}
      onPress={() => mute(!isMuted)}
    >
      <span className="numeric font-semibold">{count}</span>
    </TillButton>
  );
}

function CashierMenu() {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const { cart } = useWatched(saleStore);
  const [open, setOpen] = useState(false);
  return (
    <>
      <TillButton look="quiet" onPress={() => setOpen(true)} className="max-w-44">
        <bdi className="truncate">{session.cashier.name}</bdi>
      </TillButton>
      <TillButton
        icon={LockKeyhole}
        shortcut="till_lock"
        aria-label={t('selling:lock')}
        onPress={() => device.cashiers.lock()}
        className="max-sm:hidden"
      />
      {open && (
        <Dialog open title={session.cashier.name} onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-3">
            <TillButton icon={LockKeyhole} onPress={() => device.cashiers.lock()} className="sm:hidden">
              {t('selling:lock')}
            </TillButton>
            <TillButton icon={Monitor} onPress={() => window.open(addressOf('display'), 'daftar-display', 'popup')}>
              {t('selling:open_display')}
            </TillButton>
            <TillButton icon={ScanBarcode} onPress={() => window.open(addressOf('prices'), 'daftar-prices')}>
              {t('selling:pages.prices')}
            </TillButton>
            <TillButton
              icon={LogOut}
              why={isEmpty(cart) ? undefined : t('selling:finish_first')}
              onPress={() => void device.cashiers.signOut()}
            >
              {t('selling:sign_out')}
            </TillButton>
            {!isEmpty(cart) && <p className="text-sm text-ink-muted">{t('selling:finish_first')}</p>}
            <a href="/settings/pos" className="inline-flex min-h-12 items-center justify-center text-accent underline">
              {t('selling:to_office')}
            </a>
            <Switches />
          </div>
        </Dialog>
      )}
    </>
  );
}
