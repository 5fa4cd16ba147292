/** The command side of the API as a Fastify plugin: every write of Daftar, and sign-in. */
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { registerGuard } from '../../identity/guard.ts';
import { openIdentity } from '../../identity/identity.ts';
import { type Commands, openCommands } from '../handling/open-commands.ts';
import { identityRoutes } from '../identity/routes.ts';
import { Sessions } from '../identity/sessions.ts';
import { registerBody } from './body.ts';
import { documentRoutes } from './document-routes.ts';
import { registerErrors } from './errors.ts';
import { docsPermission, registerDocs, registerDocsPages } from './openapi.ts';
import { pastRateRoute } from './rate-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { schemaRoutes } from './schema-routes.ts';
import { registerValidation } from './validation.ts';

export interface CommandApiOptions {
  /** Migrated. */
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string;
  readonly redisUrl?: string;
  /** The key is at least 32 characters long. */
  readonly secrets: { readonly jwtSecret: string };
  readonly dataDir: string;
  readonly clock?: () => Date;
}

const KEY_LENGTH_MIN = 32;

/** To be registered under `/api`. Opens its own connections and closes them with the server. */
export function commandApi(options: CommandApiOptions): FastifyPluginAsync {
  if (options.secrets.jwtSecret.length < KEY_LENGTH_MIN) throw new Error('the key of sign-in tokens is too short');
  return async (app) => {
    const commands = await openCommands(options);
    const identity = await openIdentity({ ...options, store: commands.store });
    app.addHook('onClose', async () => {
      await identity.close();
      await commands.close();
    });
    registerErrors(app);
    registerValidation(app);
    registerBody(app);
    await app.register(cookie);
    await registerDocs(app);
    await registerGuard(app, { identity, jwtSecret: options.secrets.jwtSecret, permissionOf: docsPermission });
    await registerDocsPages(app);
    identityRoutes(app, { identity, sessions: new Sessions(commands.pool), commands });
    resourceRoutes(app, commands);
    schemaRoutes(app, commands.kinds);
  };
}

function resourceRoutes(app: FastifyInstance, { handler, kinds }: Commands): void {
  for (const kind of kinds.all) {
    if (kind.is === 'document') documentRoutes(app, handler, kind);
    else recordRoutes(app, handler, kind);
    if (kind.is === 'record' && kind.kind === 'currency_rate') pastRateRoute(app, handler, kind);
  }
}
