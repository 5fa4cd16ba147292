/** Toggles full screen, unless the settings or the browser forbid it. */
import { Maximize, Minimize } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../shared/controls/button.tsx';
import { notifyProblem } from '../shared/notify/notify.ts';
import { useMe } from '../shared/session/session.ts';

const isFull = (): boolean => document.fullscreenElement !== null;

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

export function FullscreenButton() {
  const { t } = useTranslation();
  const { system_settings } = useMe();
  // Escape also leaves full screen.
  const full = useSyncExternalStore(subscribe, isFull);
  if (system_settings?.['has_fullscreen'] === false || !document.fullscreenEnabled) return null;
  const toggle = () => {
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(notifyProblem);
  };
  return (
    <IconButton
      icon={full ? Minimize : Maximize}
      label={t(full ? 'fullscreen.leave' : 'fullscreen.enter')}
      onClick={toggle}
    />
  );
}
