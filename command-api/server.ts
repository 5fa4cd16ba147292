/** The command side of the API as a Fastify plugin: all writes of Daftar, and sign-in. */
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyPluginAsync, RouteOptions } from 'fastify';
import { registerGuard } from '../identity/guard.ts';
import { openIdentity } from '../identity/identity.ts';
import { surviveBrokenConnections } from '../identity/machine/broken-connections.ts';
import type { ClockWatch } from '../identity/machine/clock-watch.ts';
import type { DiskSpace } from '../identity/machine/disk-space.ts';
import { registerBody } from '../identity/machine/json-body.ts';
import type { RequestLimit } from '../identity/request-limit.ts';
import { sweepHourly } from './attachment-sweep.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { barcodeRoute } from './catalogue/barcode-route.ts';
import { activateDueDaily } from './catalogue/due-pricings.ts';
import { closingRoutes } from './closing/routes.ts';
import { type Commands, openCommands } from './commands/open-commands.ts';
import { documentRoutes } from './http/document-routes.ts';
import { refuseUntriable } from './http/dry-run.ts';
import { registerErrors } from './http/errors.ts';
import { collectDocument, docsConfig, registerDocsPages } from './http/openapi.ts';
import { pastRateRoute } from './http/rate-routes.ts';
import { recordRoutes } from './http/record-routes.ts';
import { schemaRoutes } from './http/schema-routes.ts';
import { registerValidation } from './http/validation.ts';
import type { IdentityRoutes } from './identity/answer.ts';
import { TillTickets } from './identity/at-tills/till-tickets.ts';
import { removeOldDaily } from './identity/old-attempts.ts';
import type { LeakedPasswords } from './identity/passwords/leaked-passwords.ts';
import { identityRoutes } from './identity/routes.ts';
import { SecretCipher } from './identity/second-step/secret-cipher.ts';
import { Sessions } from './identity/sessions.ts';
import { staffRoutes } from './identity/staff-routes.ts';
import { bulkWork } from './jobs/bulk.ts';
import { bulkRoutes } from './jobs/bulk-routes.ts';
import { closeYearWork } from './jobs/close-year.ts';
import { demonstrationRoute, demonstrationWork } from './jobs/demonstration.ts';
import { exportEverythingRoutes, exportEverythingWork } from './jobs/export-everything.ts';
import type { JobName } from './jobs/job-names.ts';
import { JOB_SCHEMA } from './jobs/job-tables.ts';
import { type JobQueue, type JobWork, openJobQueue } from './jobs/queue.ts';
import { rebuildWork } from './jobs/rebuild.ts';
import { recalculateWork } from './jobs/recalculate.ts';
import { jobRoutes } from './jobs/routes.ts';
import { type ActorOf, actorOf } from './jobs/started-by.ts';
import { shopOrderRoutes } from './shop/order-routes.ts';
import { shopPasswordRoutes } from './shop/password-routes.ts';
import { shopSignInRoutes } from './shop/sign-in-routes.ts';
import { importWork } from './spreadsheets/job.ts';
import { spreadsheetRoutes } from './spreadsheets/routes.ts';
import { takeBackWork } from './spreadsheets/taking-back/job.ts';
import { importsMadeRoutes } from './spreadsheets/taking-back/routes.ts';
import { presentRowsRoutes } from './spreadsheets/updating/present-rows.ts';
import { deviceRoutes } from './till/device-routes.ts';
import { entryRoutes } from './till/entry-routes.ts';
import { orderRoute } from './till/order-route.ts';
import { parkedRoutes } from './till/parked-routes.ts';
import { pictureRoute } from './till/picture-route.ts';
import { receiptRoutes } from './till/receipt-routes.ts';

export interface CommandApiOptions {
  /** URL of a migrated database, with a role that has the rights of the command API. */
  readonly databaseUrl: string;
  /** URL for job programs that create tables of read models; defaults to `databaseUrl`. */
  readonly projectorDatabaseUrl?: string;
  readonly eventStoreUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** The key has at least 32 characters. */
  readonly secrets: { readonly jwtSecret: string };
  readonly dataDir: string;
  readonly clock?: () => Date;
  /** Writes are refused while the clock of the machine cannot be right. */
  readonly clockWatch?: Pick<ClockWatch, 'requireRightClock'> | undefined;
  /** Per user and per address; shared by both sides of the API on one machine. */
  readonly requestLimit?: RequestLimit | undefined;
  /** New passwords must not be among these. */
  readonly leaked?: LeakedPasswords | undefined;
  /** Called with the counts of jobs when the queue is opened, for the metrics. */
  readonly onJobs?: ((counts: JobQueue['counts']) => void) | undefined;
  /** Writes are refused when the free space is below its minimum. */
  readonly space?: DiskSpace | undefined;
  /** Routes of the read side for the API document; defaults to none. */
  readonly readRoutes?: () => readonly RouteOptions[];
}

const KEY_LENGTH_MIN = 32;

/** Register it under `/api`. It opens its own connections and closes them with the server. */
export function commandApi(options: CommandApiOptions): FastifyPluginAsync {
  if (options.secrets.jwtSecret.length < KEY_LENGTH_MIN) throw new Error('the key of sign-in tokens is too short');
  return async (app) => {
    const commands = await openCommands({ ...options, recovers: true });
    surviveBrokenConnections(commands.pool, 'commands');
    const identity = await openIdentity({ ...options, store: commands.store });
    app.addHook('onClose', async () => {
      await identity.close();
      await commands.close();
    });
    registerErrors(app);
    registerValidation(app);
    registerBody(app);
    await app.register(cookie);
    const document = collectDocument(app, options.readRoutes ?? (() => []));
    const { secrets, requestLimit, space } = options;
    const limits = await registerGuard(app, {
      identity,
      requestLimit,
      space,
      clock: options.clockWatch,
      jwtSecret: secrets.jwtSecret,
      configOf: docsConfig,
    });
    refuseUntriable(app);
    await registerDocsPages(app, document);
    const cipher = new SecretCipher(secrets.jwtSecret, 'second factor');
    const { leaked } = options;
    const tickets = new TillTickets(secrets.jwtSecret);
    const people = { identity, sessions: new Sessions(commands.pool), commands, cipher, tickets, leaked, space };
    identityRoutes(app, people, options.clock);
    resourceRoutes(app, people);
    schemaRoutes(app, commands.kinds);
    await attachmentRoutes(app, commands.uploads);
    barcodeRoute(app, commands);
    entryRoutes(app, people, options.clock);
    deviceRoutes(app, people, { clock: options.clock, limits });
    receiptRoutes(app, people);
    parkedRoutes(app, people);
    orderRoute(app, people);
    pictureRoute(app, people);
    shopSignInRoutes(app, people);
    shopPasswordRoutes(app, people);
    shopOrderRoutes(app, people);
    sweepHourly(app, commands);
    removeOldDaily(app, commands.pool);
    activateDueDaily(app, { commands, identity, clock: options.clock });
    closingRoutes(app, commands);
    const queue = openedOnce(app, people, options);
    jobRoutes(app, commands, queue);
    demonstrationRoute(app, commands, queue, options.clock);
    exportEverythingRoutes(app, queue, options.dataDir);
    bulkRoutes(app, commands, queue);
    await spreadsheetRoutes(app, { ...options, commands, queue });
    importsMadeRoutes(app, commands, queue);
    presentRowsRoutes(app, commands);
    resumeJobs(app, commands, queue, options);
  };
}

/** Folder of separate programs; nothing is imported from it. */
const PROJECTOR = join(import.meta.dirname, '..', 'projector');
const EXPORT = join(import.meta.dirname, '..', 'read-api', 'audit', 'export', 'program', 'main.ts');
const DEMONSTRATION = join(import.meta.dirname, '..', 'tools', 'demo', 'load', 'main.ts');

function openedOnce(
  app: FastifyInstance,
  { commands, identity, sessions }: IdentityRoutes,
  options: CommandApiOptions,
): () => Promise<JobQueue> {
  const { projectorDatabaseUrl: databaseUrl = options.databaseUrl } = options;
  const program = (folder: string) => ({ ...options, databaseUrl, program: join(PROJECTOR, folder, 'main.ts') });
  const actor: ActorOf = (by, permission) => actorOf(identity, by, permission);
  let opened: Promise<JobQueue> | undefined;
  // An error of opening was already thrown to the callers.
  app.addHook('onClose', async () => (await opened?.catch(() => undefined))?.close());
  return () => {
    opened ??= openJobQueue({
      ...options,
      works: {
        rebuild: rebuildWork(program('rebuild'), actor),
        close_year: closeYearWork(commands, program('closing'), actor),
        bulk: bulkWork(commands, identity, sessions),
        import: importWork(commands, identity, options.clock),
        take_back_import: takeBackWork(commands, identity, options.clock),
        recalculate: recalculateWork(commands, program('recalculation'), actor),
        export_everything: exportEverythingWork({ ...options, program: EXPORT }, options.dataDir, actor),
        demonstration: demonstrationWork({ ...options, program: DEMONSTRATION }, options.dataDir),
      } satisfies Readonly<Record<JobName, JobWork>>,
      onError: (error) => app.log.error({ err: error }, 'the queue of jobs'),
      answers: () => Promise.all([commands.pool.query('select 1'), commands.store.head()]),
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    // The error was thrown to the caller.
    if (options.onJobs) opened.then(({ counts }) => options.onJobs?.(counts)).catch(() => undefined);
    return opened;
  };
}

/** After a start without Redis, whose jobs may have been interrupted. */
const OPENED_AGAIN_MS = 5_000;

/** Resumes jobs that a crash interrupted; does nothing when no job was ever started. */
function resumeJobs(
  app: FastifyInstance,
  { pool }: Commands,
  queue: () => Promise<JobQueue>,
  { redisUrl }: CommandApiOptions,
): void {
  app.addHook('onReady', async () => {
    if (!redisUrl) {
      const { rows } = await pool.query<{ used: boolean }>(`select exists (select from ${JOB_SCHEMA}.job) as used`);
      if (!rows[0]?.used) return;
    }
    open();
  });
  let again: NodeJS.Timeout | undefined;
  app.addHook('onClose', async () => clearTimeout(again));
  const open = (): void => {
    queue().catch((error: unknown) => {
      app.log.error({ err: error }, 'the queue of jobs');
      again = setTimeout(open, OPENED_AGAIN_MS);
      again.unref();
    });
  };
}

function resourceRoutes(app: FastifyInstance, people: IdentityRoutes): void {
  const { handler, kinds } = people.commands;
  for (const kind of kinds.all) {
    if (kind.is === 'document') documentRoutes(app, handler, kind);
    else if (kind.kind === 'user') staffRoutes(app, people, kind);
    else recordRoutes(app, people.commands, kind);
    if (kind.is === 'record' && kind.kind === 'currency_rate') pastRateRoute(app, handler, kind);
  }
}
