/** The browser that tests and measurements drive. */
import { existsSync } from 'node:fs';

/** Debian's headless shell opens a window in a third of the time; the whole Chromium does the same. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Path of a Chromium: CHROMIUM_PATH when it is set, else the first that is there; undefined when none is. */
export const chromiumPath = (environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  [environment['CHROMIUM_PATH'] ?? PLACES].flat().find((path) => existsSync(path));
