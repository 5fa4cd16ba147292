/** The drafts that a window stores on its device. */
import type { Page } from 'playwright-core';

/** As JSON, ordered by name. */
export const draftsOn = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('daftar-drafts');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const asked = opened.result.transaction('draft').objectStore('draft').getAll();
          asked.onsuccess = () => resolve(JSON.stringify(asked.result));
          opened.result.close();
        };
      }),
  );
