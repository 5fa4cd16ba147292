/**
 * Sets an event aside at which a read model is stopped: the decision is appended to the log, and the model continues
 * without the event. The event itself and the claims of its document are unchanged.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { v5 as uuid } from 'uuid';
import { eventSetAside, SET_ASIDE_STREAM, type SetAside } from '../../domain/deciding/set-aside.ts';
import { KINDS_NUMBERED_BY_TILLS } from '../../domain/registry/document-numbers.ts';
import { membersOf } from '../../domain/values/members.ts';
import { type EventStore, NO_STREAM, WrongRevision } from '../../event-store/port.ts';
import { ask } from '../read-models/named-query.ts';
import { STOPPED, STOPPED_AT, type StoppedRow } from '../read-models/stopped-models.ts';

export interface SetAsideRequest {
  readonly position: bigint;
  /** Id of the deciding user. */
  readonly actor: number;
  /** A text for auditors. */
  readonly reason: string;
  /** The machine's name. */
  readonly device: string;
  /** Time for the projector to retry the event; default 75 s. */
  readonly waitsMs?: number;
}

/** Thrown when the event cannot be set aside; the message is the reason. */
export class NotSetAside extends Error {
  override readonly name = 'NotSetAside';
}

type Store = Pick<EventStore, 'append' | 'readStreams'>;

/** Namespace of command ids: a repeated decision is stored once. */
const COMMANDS = '2f0a4f0e-6a1f-4c1d-9b5c-6f1f0f7a9e51';
const TRIES_MAX = 5;

/** Returns the stored decision. Throws NotSetAside and the errors of the store. */
export async function setAside(store: Store, pool: Pool, request: SetAsideRequest): Promise<SetAside> {
  const { position, actor, reason, device } = request;
  if (reason.trim() === '') throw new NotSetAside('A reason must be given: --reason "WHY".');
  const stopped = await stoppedAt(pool, request);
  for (let tries = 1; ; tries += 1) {
    const decided = (await store.readStreams([{ stream: SET_ASIDE_STREAM, after: NO_STREAM }])).get(SET_ASIDE_STREAM);
    const decision = await decisionOn(store, position, stopped);
    const commandId = uuid(`${decision.position}:${decision.models.join()}`, COMMANDS);
    const id = uuid('event', commandId);
    const write = {
      stream: SET_ASIDE_STREAM,
      expectedRevision: decided?.at(-1)?.revision ?? NO_STREAM,
      events: [{ ...eventSetAside(decision), id }],
    };
    const meta = { actor: String(actor), commandId, reason: reason.trim(), device };
    try {
      await store.append({ commandId, writes: [write], claims: [], meta });
      return decision;
    } catch (error) {
      if (!(error instanceof WrongRevision) || tries === TRIES_MAX) throw error;
    }
  }
}

/** A running projector retries the event of a stopped model every minute. */
const FRESH = '2 minutes';
const WAIT_MS = 75_000;
const POLL_MS = 500;

/**
 * The models that are stopped at the event. A state that no running projector has confirmed does not count, because it
 * may come from an older program that could not fold the event.
 */
async function stoppedAt(pool: Pool, { position, waitsMs = WAIT_MS }: SetAsideRequest): Promise<readonly StoppedRow[]> {
  const untilMs = performance.now() + waitsMs;
  for (;;) {
    const rows = await ask(pool, STOPPED_AT, position, FRESH);
    if (rows.length === 0) throw new NotSetAside(await whyNot(pool, position));
    const fresh = rows.filter((row) => row.fresh);
    if (fresh.length > 0) return fresh;
    if (performance.now() > untilMs) {
      throw new NotSetAside('The projector has not tried this event again. Start Daftar, and give the command again.');
    }
    await sleep(POLL_MS);
  }
}

async function whyNot(pool: Pool, position: bigint): Promise<string> {
  const rows = await ask(pool, STOPPED);
  const others = rows.map(({ model, at }) => `"${model}" is stopped at event ${at}`).join(', ');
  return `No read model is stopped at event ${position}, so it is not set aside. ${others === '' ? 'All models are running.' : `${others}.`}`;
}

async function decisionOn(store: Store, position: bigint, stopped: readonly StoppedRow[]): Promise<SetAside> {
  const { stream = '', cause = 'cannot_be_read' } = stopped[0] ?? {};
  const events = (await store.readStreams([{ stream, after: NO_STREAM }])).get(stream) ?? [];
  const event = events.find((event) => event.position === position);
  if (!event) throw new NotSetAside(`There is no event ${position} in ${stream}.`);
  const { number, device } = membersOf(event.data);
  // No series has the number of a till, so the claims are not compared with it.
  const isOfTill = device !== undefined && KINDS_NUMBERED_BY_TILLS.some((kind) => stream.startsWith(`${kind}-`));
  return {
    position: String(position),
    event_type: event.type,
    stream,
    revision: event.revision,
    number: typeof number === 'string' && !isOfTill ? number : null,
    models: stopped.map(({ model }) => model),
    cause,
  };
}
