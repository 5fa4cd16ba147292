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

/** A log of sales that were drafted, completed with these numbers and returned to draft, event by event in turns. */
export async function historiesOf(numbers: readonly string[]): Promise<EventStore> {
  const store = openMemoryStore(() => new Date('2026-03-01T08:00:00.000Z'));
  const steps = ['drafted', 'completed', 'returned_to_draft'];
  for (const [step, name] of steps.entries()) {
    for (const [index, number] of numbers.entries()) {
      const commandId = `00000000-0000-4000-8000-0000000000${step}${index}`;
      const event = { id: commandId, type: `sale.${name}`, v: 1, data: name === 'completed' ? { number } : {} };
      const expectedRevision = step === 0 ? NO_STREAM : step - 1;
      await store.append({
        commandId,
        writes: [{ stream: `sale-${index + 1}`, expectedRevision, events: [event] }],
        claims: [],
        meta: { actor: 'user-1', commandId },
      });
    }
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
