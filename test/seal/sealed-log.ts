/** A log of several days with all kinds of values, and its seal. */
import { randomUUID } from 'node:crypto';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { type EventStore, NO_STREAM } from '../../event-store/port.ts';
import { sealLog } from '../../seal/seal.ts';

export const EVENTS_A_DAY = 7;

export async function storeOf(days: number): Promise<EventStore> {
  const clock = { now: new Date('2026-03-01T08:00:00.000Z') };
  const store = openMemoryStore(() => clock.now);
  for (let n = 0; n < days * EVENTS_A_DAY; n += 1) {
    clock.now = new Date(Date.UTC(2026, 2, 1 + Math.floor(n / EVENTS_A_DAY), 8, n % 60));
    const commandId = randomUUID();
    const data = { number: `S-${n}`, note: 'کارتۆن "١٢"\n\\', lines: [{ line_id: 1, price: `${n}.5` }], paid: null };
    await store.append({
      commandId,
      writes: [
        {
          stream: `sale-${n + 1}`,
          expectedRevision: NO_STREAM,
          events: [{ id: randomUUID(), type: 'sale.completed', v: 1, data }],
        },
      ],
      claims: [],
      meta: { actor: 'user-1', outlet: '1', device: 'till 2', commandId, reason: 'سەرەتا' },
    });
  }
  return store;
}

/** The lines of the exported log, and its seal. */
export async function sealedLog(store: EventStore) {
  const lines: string[] = [];
  const seal = await sealLog(store, (page) => {
    lines.push(...page);
  });
  return { lines, seal };
}
