/** The frame around every screen: side menu, bar at the top, the screen itself. */
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuestion } from '../shared/api/confirmation.ts';
import { useProofAsked } from '../shared/api/proof.ts';
import { useNarrow } from '../shared/controls/narrow.ts';
import { turnMenu, useMenuOpen } from '../shared/session/menu-setting.ts';
import { useShortcut } from '../shared/shortcuts/shortcuts.ts';
import { FullDisk } from './banners/full-disk.tsx';
import { StoppedModels } from './banners/stopped-models.tsx';
import { WrongClock } from './banners/wrong-clock.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { SideMenu } from './menu/side-menu.tsx';
import { TopBar } from './menu/top-bar.tsx';
import { useScreenTitle } from './screen-title.ts';
import { useStepGoneTo } from './setting-up-state.ts';

// Not needed for showing a page: loaded on first use.
const Palette = lazy(() => import('./menu/palette.tsx'));
const UnusualQuestion = lazy(() => import('./signing-in/question.tsx'));
const ProofDialog = lazy(() => import('./signing-in/proof-dialog.tsx'));
const HelpSheet = lazy(() => import('./menu/help-sheet.tsx'));
const MenuDrawer = lazy(() => import('./menu/menu-drawer.tsx'));
const SettingUp = lazy(() => import('./setting-up.tsx'));

export function Layout() {
  const { t } = useTranslation();
  const menuOpen = useMenuOpen();
  // The frame first, then the screen in parts: rendered at once, both are a task of over 100 ms.
  const hasScreen = useDeferredValue(true, false);
  const [dialog, setDialog] = useState<'palette' | 'help' | 'menu'>();
  const isNarrow = useNarrow();
  const toggleMenu = () => {
    if (isNarrow) {
      setDialog('menu');
      return;
    }
    turnMenu();
  };
  const close = useCallback(() => setDialog(undefined), []);
  const question = useQuestion();
  const proof = useProofAsked();
  const step = useStepGoneTo();
  useShortcut('palette', () => setDialog('palette'));
  useShortcut('help', () => setDialog('help'));
  useShortcut('menu', toggleMenu);
  useDocumentTitle();
  useKeptFocus();

  return (
    <div className="flex h-full flex-col">
      <a
        href="#screen"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:bg-surface-1 focus:p-2"
      >
        {t('skip_to_content')}
      </a>
      <FullDisk />
      <WrongClock />
      <StoppedModels />
      <div className="flex min-h-0 flex-1">
        {!isNarrow && <SideMenu open={menuOpen} onToggle={toggleMenu} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar
            onPalette={() => setDialog('palette')}
            onHelp={() => setDialog('help')}
            {...(isNarrow && { onMenu: toggleMenu })}
          />
          <Suspense>{step && <SettingUp step={step} />}</Suspense>
          <main id="screen" tabIndex={-1} className="relative min-h-0 flex-1 overflow-auto outline-none">
            {hasScreen && <Outlet />}
          </main>
        </div>
      </div>
      <Suspense>
        {question && <UnusualQuestion {...question} />}
        {proof && <ProofDialog onAnswer={proof.answer} />}
        {dialog === 'palette' && <Palette open onClose={close} onHelp={() => setDialog('help')} />}
        {dialog === 'menu' && isNarrow && <MenuDrawer onClose={close} />}
        {dialog === 'help' && <HelpSheet open onClose={close} />}
      </Suspense>
    </div>
  );
}

function useDocumentTitle(): void {
  const { t } = useTranslation();
  const title = useScreenTitle() ?? 'not_found.title';
  const text = `${t('product')} · ${t(title)}`;
  useEffect(() => {
    document.title = text;
  }, [text]);
}
