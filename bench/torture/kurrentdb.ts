/** KurrentDB delays and loses answers and restarts, while writers append: each command must store one event. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { validDate } from '../../domain/values/effective-date.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { type Append, NO_STREAM, StoreUnavailable } from '../../event-store/port.ts';
import { benchDatabase } from '../database.ts';
import { mustHold, scaled } from '../measure.ts';
import { openHurtKurrent } from './hurt-kurrentdb.ts';
import type { Ordeal } from './ordeal.ts';

const WRITERS = 16;
const COMMANDS = 2_000;
const FAULTS = 40;
const TIMEOUT_MS = 2_000;
const LONG_MS = 2_500;

export const kurrentdb: Ordeal = {
  name: 'kurrentdb',
  about: `${COMMANDS} commands of ${WRITERS} writers over a KurrentDB that is silent, lies or dies ${FAULTS} times (a real one with DAFTAR_EVENTSTORE_URL)`,
  async run({ size }) {
    const database = await benchDatabase();
    const server = await openHurtKurrent(LONG_MS);
    const store = await openKurrentStore({ url: server.url, databaseUrl: database.url, timeoutMs: TIMEOUT_MS });
    try {
      const before = await store.head();
      const commands = scaled(COMMANDS, size, WRITERS);
      const faults = scaled(FAULTS, size, 4);
      let next = 0;
      let again = 0;
      const key = 'stock:1:1';
      const writer = async () => {
        while (next < commands) {
          next += 1;
          const batch = batchOf(key);
          for (;;) {
            try {
              await store.append(batch);
              break;
            } catch (error) {
              if (!(error instanceof StoreUnavailable)) throw error;
              again += 1;
            }
          }
        }
      };
      const writers = Promise.all(Array.from({ length: WRITERS }, writer));
      for (let fault = 0; fault < faults && next < commands; fault += 1) {
        const until = next + commands / faults / 2;
        while (next < until && next < commands) await sleep(5);
        await server.hurt(fault);
      }
      await writers;
      const events = await store.readAll(before, commands * 2);
      const once = new Set(events.map(({ meta }) => meta.commandId)).size;
      mustHold(events.length === commands && once === commands, `${commands} commands made ${events.length} events`);
      const [level] = await store.levels(key);
      mustHold(level?.total === String(commands), `the level is ${level?.total}`);
      return [
        { name: 'faults', value: `${faults} (${server.name})` },
        { name: 'sent again', value: `${again} times` },
        { name: 'stored', value: `${events.length}, one for each command` },
      ];
    } finally {
      await store.close();
      await server.close();
      await database.close();
    }
  },
};

function batchOf(key: string): Append {
  const commandId = randomUUID();
  const day = validDate('2026-03-01');
  return {
    commandId,
    meta: { actor: '1', commandId },
    claims: [{ kind: 'level', key, day, delta: '1', field: 'quantity', message: 'not_enough_stock' }],
    writes: [
      {
        stream: `tortured-${commandId}`,
        expectedRevision: NO_STREAM,
        events: [{ id: randomUUID(), type: 'tortured.event', v: 1, data: {} }],
      },
    ],
  };
}
