/** Appends events that a read model cannot fold directly to the store; commands never append such events. */
import { randomUUID } from 'node:crypto';
import type { Append, CommandStore } from '../../event-store/port.ts';
import { NO_STREAM } from '../../event-store/port.ts';

/** Appends a copy of the first event of this type with changed data. Returns the position of the new event. */
export async function appendLike(
  store: CommandStore,
  type: string,
  stream: string,
  change: (data: Record<string, unknown>) => object,
): Promise<bigint> {
  const events = await store.readAll(0n, 10_000);
  const like = events.find((event) => event.type === type);
  if (!like) throw new Error(`no event of type ${type}`);
  const commandId = randomUUID();
  const { position } = await store.append({
    commandId,
    writes: [
      {
        stream,
        expectedRevision: NO_STREAM,
        events: [{ id: randomUUID(), type, v: 1, data: change(like.data as Record<string, unknown>) }],
      },
    ],
    claims: [],
    meta: { actor: '1', commandId },
  });
  return position;
}

/** A sale whose price is not a number: neither its posting nor its columns can be computed. */
export const unreadableSale = (store: CommandStore, stream = 'sale-900'): Promise<bigint> =>
  appendLike(store, 'sale.completed', stream, (data) => ({
    ...data,
    number: 'S-900',
    lines: (data['lines'] as object[]).map((line) => ({ ...line, price: 'a thousand' })),
  }));

/** A sale whose note has a character that PostgreSQL refuses: it can be posted, and has no row in the lists. */
export const unstorableSale = (store: CommandStore, stream = 'sale-901'): Promise<bigint> =>
  appendLike(store, 'sale.completed', stream, (data) => ({ ...data, number: 'S-901', note: 'one\u0000two' }));

/** A store that spoils the next event of the type that `spoilNext` names. */
export function spoiling(store: CommandStore): { readonly store: CommandStore; spoilNext(type: string): void } {
  let wanted: string | undefined;
  const append: CommandStore['append'] = (batch: Append) => {
    const type = wanted;
    const isNext = batch.writes.some(({ events }) => events.some((event) => event.type === type));
    if (type === undefined || !isNext) return store.append(batch);
    wanted = undefined;
    const writes = batch.writes.map((write) => ({
      ...write,
      events: write.events.map((event) => (event.type === type ? { ...event, data: spoilt(event.data) } : event)),
    }));
    return store.append({ ...batch, writes });
  };
  const spoilNext = (type: string): void => {
    wanted = type;
  };
  return { store: new Proxy(store, { get: (of, name) => (name === 'append' ? append : bound(of, name)) }), spoilNext };
}

function spoilt(data: unknown): object {
  const { lines, ...rest } = data as { readonly lines: readonly object[] };
  return { ...rest, lines: lines.map((line) => ({ ...line, price: 'a thousand' })) };
}

function bound(of: CommandStore, name: string | symbol): unknown {
  const value = (of as unknown as Record<string | symbol, unknown>)[name];
  return typeof value === 'function' ? value.bind(of) : value;
}
