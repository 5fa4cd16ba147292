/** Batches as commands build them, for streams that no other test uses. */
import { randomUUID } from 'node:crypto';
import type { Claim, LevelClaim } from '../../domain/deciding/claim.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import type { Append, EventToAppend, StreamWrite } from '../../event-store/port.ts';
import { NO_STREAM } from '../../event-store/port.ts';

export const newStream = (kind = 'sale'): string => `${kind}-${randomUUID()}`;

export function newEvent(data: object = { total: '12.50' }, type = 'sale.completed'): EventToAppend {
  return { id: randomUUID(), type, v: 1, data };
}

export function write(stream: string, expectedRevision: number, ...events: EventToAppend[]): StreamWrite {
  return { stream, expectedRevision, events: events.length > 0 ? events : [newEvent()] };
}

export function batchOf(writes: readonly StreamWrite[], more: Partial<Append> = {}): Append {
  const commandId = randomUUID();
  return { commandId, writes, claims: [], meta: { actor: 'user-1', commandId }, ...more };
}

/** A batch with one event in a new stream, and with claims. */
export function batchWith(...claims: readonly Claim[]): Append {
  return batchOf([write(newStream(), NO_STREAM)], { claims });
}

export const date = (text: string): EffectiveDate => text as EffectiveDate;

export function level(key: string, day: string, delta: string, limits: Partial<LevelClaim> = {}): LevelClaim {
  return { kind: 'level', key, day: date(day), delta, field: 'quantity', message: 'not_enough_stock', ...limits };
}

/** A claim that reduces a level, which may not fall below zero. */
export const take = (key: string, day: string, quantity: string): LevelClaim =>
  level(key, day, `-${quantity}`, { floor: '0' });
