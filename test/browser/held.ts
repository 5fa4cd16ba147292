/** A write whose answer is slow: it waits on its way to the server until it is released. */
import type { Page } from 'playwright-core';

export interface Held {
  /** Resolves when the window has sent it. */
  readonly sent: Promise<void>;
  readonly release: () => void;
}

/** Holds what this window creates at `api/{path}`. */
export async function holdCreation(page: Page, path: string): Promise<Held> {
  const sent = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === `/api/${path}`,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent.resolve();
      await released.promise;
      return route.continue();
    },
  );
  return { sent: sent.promise, release: released.resolve };
}
