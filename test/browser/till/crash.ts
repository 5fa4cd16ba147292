/** Crashes a tab as a system without memory does. */
import type { Page } from 'playwright-core';

/** The page gets no event; it is closed afterwards. */
export async function crash(page: Page): Promise<void> {
  const killed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  // The crashed page never answers.
  void devtools.send('Page.crash').catch(() => undefined);
  await killed;
  await page.close();
}
