/**
 * A KurrentDB with faults: the server of DAFTAR_EVENTSTORE_URL behind a proxy that delays and cuts, or the test double,
 * which can also answer wrongly.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventStoreUrlOf } from '../../event-store/opening/open.ts';
import { startKurrentDouble } from '../../test/doubles/kurrentdb.ts';
import { startProxy } from '../../test/doubles/proxy.ts';

export interface HurtKurrent {
  readonly url: string;
  /** Name in the figures. */
  readonly name: string;
  /** Applies the faults in order, cyclically; resolves when the fault is over. */
  hurt(fault: number): Promise<void>;
  close(): Promise<void>;
}

const SHORT_MS = 100;

/** `longMs` is longer than the timeout of a call. */
export async function openHurtKurrent(longMs: number): Promise<HurtKurrent> {
  const given = eventStoreUrlOf(process.env);
  return given ? behindProxy(given, longMs) : onDouble();
}

async function behindProxy(given: string, longMs: number): Promise<HurtKurrent> {
  const url = new URL(given);
  const proxy = await startProxy(url.hostname, Number(url.port || 2113));
  url.host = `127.0.0.1:${proxy.port}`;
  const silent = async (ms: number) => {
    proxy.silence(true);
    await sleep(ms);
    proxy.silence(false);
  };
  const faults = [() => silent(SHORT_MS), async () => proxy.cut(), () => silent(longMs), async () => proxy.cut()];
  return {
    url: url.href,
    name: 'a real server, silent or cut off',
    hurt: async (fault) => faults[fault % faults.length]?.(),
    close: () => proxy.close(),
  };
}

async function onDouble(): Promise<HurtKurrent> {
  const double = await startKurrentDouble();
  const faults = [
    async () => {
      double.silence(true);
      await sleep(SHORT_MS);
      double.silence(false);
    },
    async () => void double.appendFaults.push('answer-lost', 'stored-and-silent'),
    async () => void double.appendFaults.push('unavailable', 'silent', 'not-leader'),
    () => double.restart(),
  ];
  return {
    url: double.url,
    name: 'the double, silent, lying or dead',
    hurt: async (fault) => faults[fault % faults.length]?.(),
    close: () => double.close(),
  };
}
