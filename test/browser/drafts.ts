/** What a window has written down of documents that are being typed. */
import type { Page } from 'playwright-core';

/** As JSON, in the order of their names. */
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
