/** A tab that the system takes its memory from. */
import type { Page } from 'playwright-core';

/** Nothing is told to the page; it is closed afterwards. */
export async function crash(page: Page): Promise<void> {
  const killed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  // The answer never comes: there is nobody left to give it.
  void devtools.send('Page.crash').catch(() => undefined);
  await killed;
  await page.close();
}
