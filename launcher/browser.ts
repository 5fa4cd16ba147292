/** The browser that tests and measurements drive. */
import { existsSync } from 'node:fs';

/** Debian's headless shell opens a window in a third of the time of the full Chromium, which works too. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * Path of a Chromium: CHROMIUM_PATH when it is set, otherwise the first of PLACES that exists; undefined when there is
 * none.
 */
export const chromiumPath = (environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  [environment['CHROMIUM_PATH'] ?? PLACES].flat().find((path) => existsSync(path));
