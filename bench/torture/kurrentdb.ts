/** KurrentDB goes silent, loses answers, and starts again, while writers append: on the double, one event for one command. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EffectiveDate } from '../../domain/kernel/effective-date.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { type Append, NO_STREAM, START, StoreUnavailable } from '../../event-store/port.ts';
import { startKurrentDouble } from '../../test/doubles/kurrentdb.ts';
import { benchDatabase } from '../database.ts';
import { mustHold, scaled } from '../measure.ts';
import type { Ordeal } from './ordeal.ts';

const WRITERS = 16;
const COMMANDS = 2_000;
const FAULTS = 40;

export const kurrentdb: Ordeal = {
  name: 'kurrentdb',
  about: `${COMMANDS} commands of ${WRITERS} writers over a KurrentDB that is silent, lies or dies ${FAULTS} times (on the double)`,
  async run({ size }) {
    const database = await benchDatabase();
    const double = await startKurrentDouble();
    const store = await openKurrentStore({ url: double.url, databaseUrl: database.url, timeoutMs: 2_000 });
    try {
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
        if (fault % 4 === 0) {
          double.silence(true);
          await sleep(100);
          double.silence(false);
        } else if (fault % 4 === 1) double.appendFaults.push('answer-lost', 'stored-and-silent');
        else if (fault % 4 === 2) double.appendFaults.push('unavailable', 'silent', 'not-leader');
        else await double.restart();
      }
      await writers;
      const events = await store.readAll(START, commands * 2);
      const once = new Set(events.map(({ meta }) => meta.commandId)).size;
      mustHold(events.length === commands && once === commands, `${commands} commands made ${events.length} events`);
      const [level] = await store.levels(key);
      mustHold(level?.total === String(commands), `the level is ${level?.total}`);
      return [
        { name: 'faults', value: String(faults) },
        { name: 'sent again', value: `${again} times` },
        { name: 'stored', value: `${events.length}, one for each command` },
      ];
    } finally {
      double.silence(false);
      await store.close();
      await double.close();
      await database.close();
    }
  },
};

function batchOf(key: string): Append {
  const commandId = randomUUID();
  const day = '2026-03-01' as EffectiveDate;
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
