/**
 * Activates scheduled items pricings on their day (docs/decisions/0058): at the start, after each midnight and every
 * hour. Each activation is a command by the user who scheduled it, with the user's present permissions.
 */

import type { FastifyInstance } from 'fastify';
import { v5 as uuid } from 'uuid';
import { ITEM_PRICING } from '../../domain/catalogue/item-pricing.ts';
import { dayAfter } from '../../domain/values/effective-date.ts';
import { toError } from '../../domain/values/thrown.ts';
import { instantAt } from '../../domain/values/zone.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { forbidden } from '../../identity/guard.ts';
import type { Identity } from '../../identity/identity.ts';
import { inheritedZone } from '../../identity/shop-zone.ts';
import { unavailable } from '../../identity/unavailable.ts';
import { streamOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { clockOf } from '../handling/decision.ts';
import { shopZone } from '../handling/shop-zone.ts';
import { DUE_PRICINGS, type DueRow } from '../read-models/due-pricings.ts';
import { askIfBuilt } from '../read-models/named-query.ts';

/** Namespace of command ids: the command of a pricing has the same id in every round and process. */
const COMMANDS = '8f0a9d0e-52b7-4d53-9f0c-6a7e1d0c1b77';
const HOUR_MS = 3_600_000;
/** Larger than the difference between the clocks of two machines. */
const AFTER_MIDNIGHT_MS = 2_000;

interface Round {
  readonly commands: Commands;
  readonly identity: Pick<Identity, 'user'>;
  readonly clock?: (() => Date) | undefined;
}

export interface DueOutcome {
  readonly activated: readonly number[];
  /** Pricings that could not be activated, with the error. */
  readonly left: readonly { readonly id: number; readonly why: Error }[];
}

export function activateDueDaily(app: FastifyInstance, round: Round): void {
  const { clock = () => new Date() } = round;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const plan = async () => {
    const zone = await shopZone(round.commands.handler.states).catch(inheritedZone);
    if (!isClosed) timer = setTimeout(run, untilNextRound(clock(), zone)).unref();
  };
  const run = () => {
    void plan();
    activateDue(round)
      .then(({ left }) => {
        for (const { id, why } of left) app.log.warn({ err: why }, `items pricing ${id} could not become active`);
      })
      .catch((error: unknown) => app.log.error({ err: error }, 'items pricings that are due'));
  };
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    isClosed = true;
    clearTimeout(timer);
  });
}

/** Milliseconds to just after the next midnight of the shop, at most one hour. */
export function untilNextRound(now: Date, zone: string): number {
  const tomorrow = dayAfter(clockOf(now, zone).today);
  const midnightMs = instantAt(zone, { date: tomorrow, time: '00:00:00' });
  return Math.min(HOUR_MS, midnightMs - now.getTime() + AFTER_MIDNIGHT_MS);
}

/**
 * Sorted by day, so that the newest prices are applied last. A pricing with an error does not hold off the others; an
 * outage ends the round.
 */
export async function activateDue(round: Round): Promise<DueOutcome> {
  const { commands, clock = () => new Date() } = round;
  const activated: number[] = [];
  const left: { id: number; why: Error }[] = [];
  const { today } = clockOf(clock(), await shopZone(commands.handler.states));
  for (const row of await askIfBuilt(commands.pool, DUE_PRICINGS, ITEM_PRICING, today)) {
    try {
      if (await activate(round, row)) activated.push(row.id);
    } catch (error) {
      if (unavailable(error)) throw error;
      left.push({ id: row.id, why: toError(error) });
    }
  }
  return { activated, left };
}

/** Returns false when the pricing is no longer scheduled. Throws Refusal and BatchTooLarge. */
async function activate({ commands, identity }: Round, { id, revision }: DueRow): Promise<boolean> {
  const { handler, kinds, store } = commands;
  const stream = streamOf(ITEM_PRICING, id);
  const kind = kinds.get(ITEM_PRICING);
  const events = (await store.readStreams([{ stream, after: NO_STREAM }])).get(stream) ?? [];
  const last = events.at(-1);
  // The read models may be behind the log.
  if (kind?.is !== 'document' || last?.type !== 'item_pricing.scheduled' || last.revision !== revision) return false;
  const actor = await identity.user(Number(last.meta.actor));
  const permission = `${kind.declaration.resource}/activate`;
  if (!actor?.can(permission)) throw forbidden(permission);
  const { position } = await handler.handle({
    declaration: kind.declaration,
    id,
    commands: [{ type: 'activate' }],
    body: {},
    actor,
    meta: { correlationId: last.meta.commandId },
    commandId: uuid(`${stream} ${revision}`, COMMANDS),
    expectedRevision: revision,
  });
  return position !== undefined;
}
