/** Measures a screen that is loaded without cached files: its requests and bytes, layout shift and long tasks. */
import type { Page } from 'playwright-core';

export interface ScreenWeight {
  /** Number of requests until the network is idle. */
  readonly requests: number;
  /** Number of loaded scripts. */
  readonly scripts: number;
  /** Compressed bytes of JavaScript over the wire, including the texts. */
  readonly bytes: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Duration of the longest task in milliseconds, during which the page does not respond; 0 below 50. */
  readonly longestTaskMs: number;
}

export async function weigh(page: Page, address: string): Promise<ScreenWeight> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
  let [requests, bytes] = [0, 0];
  // Without those of the page before, such as its stream of events, which ends now.
  const sent = new Set<string>();
  wire.on('Network.requestWillBeSent', ({ requestId }) => sent.add(requestId));
  // The bytes of the headers, by request.
  const scripts = new Map<string, number>();
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.encodedDataLength);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sent.has(requestId)) requests += 1;
    const headers = scripts.get(requestId);
    if (headers !== undefined) bytes += encodedDataLength - headers;
  });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await wire.detach();
  return { requests, scripts: scripts.size, bytes, ...(await page.evaluate(quietness)) };
}

/** Runs in the page: the browser keeps the entries from the beginning. */
async function quietness(): Promise<Pick<ScreenWeight, 'shift' | 'longestTaskMs'>> {
  const entriesOf = (type: string) =>
    new Promise<readonly PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type, buffered: true });
      setTimeout(() => resolve(observer.takeRecords()), 200);
    });
  const shifts = await entriesOf('layout-shift');
  const tasks = await entriesOf('longtask');
  const movedBy = (entry: PerformanceEntry) => Number('value' in entry ? entry.value : 0);
  return {
    shift: shifts.reduce((sum, entry) => sum + movedBy(entry), 0),
    longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
  };
}
