/**
 * `GET /metrics` in the format of Prometheus, for whoever has METRICS_TOKEN; without the variable there is no such
 * address, and nothing is measured. Labels hold routes, never addresses, so no id of a record and no search word is in them.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DiskSpace } from '../../identity/machine/disk-space.ts';
import { listenToMeasured, poolStates } from '../../identity/machine/measured.ts';
import { programVersion } from '../../identity/machine/program-version.ts';
import type { Check, DatabaseHealth } from '../database/health.ts';
import { copyFacts } from '../health/copies-state.ts';
import { StartupError } from '../machine/startup-error.ts';
import { readBusinessFacts, sealAgeSeconds } from './business-facts.ts';
import { type Instruments, instrumentsOf } from './instruments.ts';

export interface MeasuredParts {
  readonly checks: Readonly<Record<string, Check>>;
  readonly health?: DatabaseHealth | undefined;
  /** Of a role that may read tills and backups. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly space?: DiskSpace | undefined;
  /** Undefined while no job was started. */
  readonly jobs?: (() => Promise<Readonly<Record<string, number>>> | undefined) | undefined;
}

/** The counts of jobs, from the queue that the command side opens when it is used. */
export class JobCounts {
  #counts: (() => Promise<Readonly<Record<string, number>>>) | undefined;

  readonly keep = (counts: () => Promise<Readonly<Record<string, number>>>): void => {
    this.#counts = counts;
  };
  readonly read: MeasuredParts['jobs'] = () => this.#counts?.();
}

const TOKEN_LENGTH_MIN = 16;

/** Undefined without METRICS_TOKEN. Throws StartupError for a short one. */
export async function openMetrics(
  { METRICS_TOKEN: token = '' }: Readonly<Record<string, string | undefined>>,
  parts: MeasuredParts,
): Promise<Metrics | undefined> {
  if (token === '') return undefined;
  if (token.length < TOKEN_LENGTH_MIN) {
    throw new StartupError(`METRICS_TOKEN is too short. Give at least ${TOKEN_LENGTH_MIN} characters.`);
  }
  return new Metrics(token, parts, await instrumentsOf(programVersion()));
}

export class Metrics {
  readonly #token: Buffer;
  readonly #parts: MeasuredParts;
  readonly #instruments: Instruments;
  readonly #unlisten: () => void;

  constructor(token: string, parts: MeasuredParts, instruments: Instruments) {
    this.#token = digest(`Bearer ${token}`);
    this.#parts = parts;
    this.#instruments = instruments;
    this.#unlisten = listenToMeasured(({ what, seconds, isDone }) => {
      if (what === 'append') instruments.appends.observe({ outcome: isDone ? 'stored' : 'refused' }, seconds);
    });
  }

  /** Before all other routes, which it measures. */
  register(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => this.#count(request, reply));
    app.addHook('onClose', async () => this.#unlisten());
    app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), this.#token)) return reply.code(401).send();
      await this.#look();
      return reply.type(this.#instruments.registry.contentType).send(await this.#instruments.registry.metrics());
    });
  }

  #count({ method, routeOptions: { url: route = 'none' } }: FastifyRequest, reply: FastifyReply): void {
    const { requests, durations } = this.#instruments;
    requests.inc({ method, route, status: reply.statusCode });
    const side = route.startsWith('/api') ? (method === 'GET' ? 'read' : 'command') : 'page';
    durations.observe({ side }, reply.elapsedTime / 1000);
  }

  /** A part that does not answer has no value rather than an old one. */
  async #look(): Promise<void> {
    const { health, databaseUrl, dataDir, space, jobs, checks } = this.#parts;
    const none = () => undefined;
    const [states, found, facts, counts] = await Promise.all([
      Promise.all(Object.entries(checks).map(async ([name, check]) => [name, (await check()) === undefined] as const)),
      health?.look(),
      databaseUrl === undefined ? undefined : readBusinessFacts(databaseUrl).catch(none),
      jobs?.()?.catch(none),
    ]);
    const { set, ready, lagSeconds, lagEvents, stopped, pool, jobsBy } = this.#instruments;
    for (const gauge of [ready, lagSeconds, lagEvents, stopped, pool, jobsBy]) gauge.reset();
    for (const [check, isOk] of states) ready.set({ check }, isOk ? 1 : 0);
    for (const { model, age, behind, isStopped } of found?.models ?? []) {
      lagSeconds.set({ model }, age);
      lagEvents.set({ model }, Number(behind));
      stopped.set({ model }, isStopped ? 1 : 0);
    }
    for (const { name, ...connections } of poolStates()) {
      for (const [state, count] of Object.entries(connections)) pool.set({ pool: name, state }, count);
    }
    for (const [state, count] of Object.entries(counts ?? {})) jobsBy.set({ state }, count);
    set('log_ahead_seconds', found?.database === undefined ? found?.aheadSeconds : undefined);
    set('clock_apart_seconds', found?.database === undefined ? found?.apartSeconds : undefined);
    set('disk_free_bytes', space && space.freeMb * 1024 * 1024);
    set('tills', facts?.tills);
    set('tills_behind', facts?.tillsBehind);
    set('till_unsent_entries', facts?.unsentEntries);
    set('till_refused_entries', facts?.refusedEntries);
    set('till_oldest_unsent_seconds', facts?.oldestUnsentSeconds);
    set('backup_age_seconds', facts?.backupAgeSeconds);
    set('backup_failed', facts && (facts.isBackupFailed ? 1 : 0));
    const copies = dataDir === undefined ? undefined : copyFacts(dataDir, Date.now());
    set('backup_copy_age_seconds', copies?.ageSeconds);
    set('backup_copy_failed', copies && (copies.isFailed ? 1 : 0));
    set('seal_age_seconds', dataDir === undefined ? undefined : sealAgeSeconds(dataDir));
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
