/** The top bar: location, search, past errors, language, theme, user menu. */
import { useNavigate } from '@tanstack/react-router';
import { Keyboard, Languages, LogOut, Menu, Moon, Search, Sun, User } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amend, type Patches } from '../../shared/api/command.ts';
import { IconButton } from '../../shared/controls/button.tsx';
import { Keys } from '../../shared/controls/keys.tsx';
import { ActionMenu } from '../../shared/controls/menu.tsx';
import { useStartedJobs } from '../../shared/jobs/started-jobs.ts';
import { changeLanguage } from '../../shared/language/language.ts';
import { LANGUAGES, type Language, setPreferences, usePreferences } from '../../shared/language/preferences.ts';
import { useCan, useMe } from '../../shared/session/session.ts';
import { Bell } from '../banners/bell.tsx';
import { FullscreenButton } from '../fullscreen-button.tsx';
import { useSignOut } from '../signing-in/use-sign-out.tsx';
import { Breadcrumb } from './breadcrumb.tsx';

/** If the bell cannot be loaded, because the connection was lost, the page works without it. */
const withoutBell = () => ({ default: () => null });
/** For users who may see online orders. */
const OrderBell = lazy(() =>
  import('../banners/order-bell.tsx').then(({ OrderBell }) => ({ default: OrderBell }), withoutBell),
);
/** Loaded when there is a job. */
const JobTray = lazy(async () => ({ default: (await import('../banners/job-tray.tsx')).JobTray }));

function Jobs() {
  const jobs = useStartedJobs(useMe().user_id);
  return jobs.length === 0 ? null : (
    <Suspense>
      <JobTray />
    </Suspense>
  );
}

/** Delay after opening, so that the screen loads first. */
const SETTLED_MS = 5_000;

function Orders() {
  const can = useCan();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled && can('online_orders/show') ? (
    <Suspense>
      <OrderBell />
    </Suspense>
  ) : null;
}

interface TopBarProps {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
  /** Opens the menu in a narrow window. */
  readonly onMenu?: () => void;
}

export function TopBar({ onPalette, onHelp, onMenu }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <header className="no-print flex h-12 shrink-0 items-center gap-2 border-b border-edge bg-surface-1 px-3 max-md:gap-1 max-md:px-2">
      {onMenu && <IconButton icon={Menu} label={t('menu.open')} onClick={onMenu} />}
      <Breadcrumb />
      <div className="flex min-w-24 flex-1 justify-center px-2 max-md:px-0">
        <button
          type="button"
          onClick={onPalette}
          className="flex h-8 w-full max-w-96 items-center gap-2 rounded-md border border-edge bg-surface-0 px-2.5 text-ink-muted hover:border-edge-strong"
        >
          <Search size={15} aria-hidden />
          <span className="flex-1 truncate text-start">{t('palette.placeholder')}</span>
          <span className="max-md:hidden">
            <Keys name="palette" />
          </span>
        </button>
      </div>
      <Jobs />
      <Orders />
      <Bell />
      <span className="flex gap-2 max-md:hidden">
        <IconButton icon={Keyboard} label={t('help.title')} onClick={onHelp} />
        <FullscreenButton />
      </span>
      {/* A telephone has them in the profile: the search and the badges need the place. */}
      <span className="flex gap-2 max-md:hidden">
        <ThemeButton />
        <LanguageMenu />
      </span>
      <PersonMenu />
    </header>
  );
}

/** Stores a preference in the server's profile too. A failure is ignored, because this device has it already. */
export function keepPreference(change: Patches['auth/profile']['body']): void {
  // A failure is ignored, because this device has the preference already.
  amend('auth/profile', { body: change }).catch(() => undefined);
}

function ThemeButton() {
  const { t } = useTranslation();
  const { theme } = usePreferences();
  const other = theme === 'dark' ? 'light' : 'dark';
  const press = () => {
    setPreferences({ theme: other });
    keepPreference({ theme: other });
  };
  return <IconButton icon={theme === 'dark' ? Sun : Moon} label={t(`theme.${other}`)} onClick={press} />;
}

function LanguageMenu() {
  const { t } = useTranslation();
  const choose = async (language: Language) => {
    await changeLanguage(language);
    keepPreference({ lang: language });
  };
  const actions = LANGUAGES.map((language) => ({
    key: language,
    label: t(`languages.${language}`),
    onSelect: () => void choose(language),
  }));
  return (
    <ActionMenu label={t('language')} actions={actions} className={BAR_BUTTON}>
      <Languages size={16} aria-hidden />
    </ActionMenu>
  );
}

const BAR_BUTTON =
  'inline-flex h-8 min-w-8 pointer-coarse:min-h-11 pointer-coarse:min-w-11 items-center justify-center gap-2 rounded-md px-2 text-ink-muted hover:bg-surface-3 hover:text-ink';

function PersonMenu() {
  const { t } = useTranslation();
  const me = useMe();
  const navigate = useNavigate();
  const { leave, question } = useSignOut(me.user_id);
  const actions = [
    { key: 'profile', label: t('profile.title'), icon: User, onSelect: () => void navigate({ to: '/profile' }) },
    { key: 'out', label: t('sign_out'), icon: LogOut, onSelect: () => void leave() },
  ];
  return (
    <>
      <ActionMenu actions={actions} className={BAR_BUTTON}>
        <span
          aria-hidden
          className="inline-flex size-6 items-center justify-center rounded-full bg-accent text-xs font-semibold text-accent-ink"
        >
          {[...me.user_name][0]?.toUpperCase()}
        </span>
        <bdi className="max-w-32 truncate max-lg:sr-only">{me.user_name}</bdi>
      </ActionMenu>
      {question}
    </>
  );
}
