/**
 * The read side of the API as a Fastify plugin, to be registered under `/api` beside the command side, or alone (`npm
 * run read-api`). It reads the read models; only the identity of the person comes from other tables.
 */
import cookie from '@fastify/cookie';
import type { FastifyPluginAsync } from 'fastify';
import { registerGuard } from '../identity/guard.ts';
import { openIdentity } from '../identity/identity.ts';
import type { DiskSpace } from '../identity/machine/disk-space.ts';
import { registerBody } from '../identity/machine/json-body.ts';
import type { RequestLimit } from '../identity/request-limit.ts';
import { marksOf } from '../seal/marks.ts';
import { connectReader } from './database/reader.ts';
import { registerErrors } from './http/errors.ts';
import { registerValidation } from './http/validation.ts';
import { registerRoutes } from './routes.ts';
import { PositionWatch } from './wait-for-position/position-watch.ts';

export interface ReadApiOptions {
  /** The database must be migrated. */
  readonly databaseUrl: string;
  /**
   * Used only to identify the person: users and roles are read from the event store, so that a block takes effect at
   * once.
   */
  readonly eventStoreUrl?: string | undefined;
  readonly secrets: { readonly jwtSecret: string };
  /** Folder of the pictures that the command side stored. */
  readonly dataDir: string;
  readonly requestLimit?: RequestLimit | undefined;
  /** Below its minimum nothing is stored; every screen shows a notice. */
  readonly space?: DiskSpace | undefined;
}

export function readApi(options: ReadApiOptions): FastifyPluginAsync {
  return async (app) => {
    const { databaseUrl, secrets, dataDir, requestLimit, space } = options;
    const reader = connectReader(databaseUrl);
    const watch = new PositionWatch(reader, databaseUrl, (error) =>
      app.log.warn({ err: error }, 'notifications of the projector are not received; trying again'),
    );
    const identity = await openIdentity(options);
    const marks = marksOf(options, (error) =>
      app.log.warn({ err: error }, 'papers have no proof: the log is not reached'),
    );
    app.addHook('onClose', async () => {
      await watch.close();
      await identity.close();
      await marks.close();
      await reader.destroy();
    });
    await watch.start();
    registerErrors(app);
    registerValidation(app);
    registerBody(app);
    app.addHook('onRoute', (route) => {
      if (!route.schema?.response) throw new Error(`route ${route.method} ${route.url} declares no answer`);
    });
    await app.register(cookie);
    await registerGuard(app, { identity, jwtSecret: secrets.jwtSecret, requestLimit, space });
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());
    registerRoutes(app, { reader, watch, databaseUrl, dataDir, marks, closing: closing.signal, space });
  };
}
