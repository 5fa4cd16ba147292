/// <reference types="vite/client" />
/**
 * Entry of the till, a separate page: it starts offline and without a session, from the service worker and the device's
 * database.
 */
import '../theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { defined } from '../../domain/values/defined.ts';
import { startTillLanguage } from '../shared/language/language.ts';
import { applyPreferences } from '../shared/language/preferences.ts';
import { DeviceUnable, openTillDevice, type TillDevice } from './device/device.ts';
import { DeviceUnablePage } from './device-unable.tsx';
import { speakTo } from './parts/signing-in/cashier-language.ts';
import { pageOf } from './parts/till-path.ts';
import Till from './till.tsx';

const root = createRoot(defined(document.getElementById('root')));

async function start(): Promise<TillDevice> {
  const [device] = await Promise.all([openTillDevice(), startTillLanguage()]);
  // The customer display has a language of its own.
  if (pageOf(window.location.pathname) !== 'display') await speakTo(device.cashiers.session.current());
  return device;
}

applyPreferences();
try {
  const device = await start();
  root.render(
    <StrictMode>
      <Till device={device} />
    </StrictMode>,
  );
  device.start();
} catch (problem) {
  if (!(problem instanceof DeviceUnable)) throw problem;
  await startTillLanguage();
  root.render(<DeviceUnablePage reason={problem.reason} />);
}
