/** Starts the command side alone: `node command-api/main.ts`. */
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { answerNotFound } from '../identity/error-answer.ts';
import { requestLimitOf } from '../identity/request-limit.ts';
import { LeakedPasswords } from './identity/passwords/leaked-passwords.ts';
import { commandApi } from './server.ts';

/** Listens on PORT (8081) with the migrated database of DATABASE_URL and the key JWT_SECRET. */
export async function start(environment: NodeJS.ProcessEnv): Promise<FastifyInstance> {
  const { DATABASE_URL, REDIS_URL, JWT_SECRET, DATA_DIR = 'data', PORT = '8081' } = environment;
  const { HOST = '127.0.0.1', LOG_LEVEL = 'info' } = environment;
  if (!DATABASE_URL || !JWT_SECRET) throw new Error('DATABASE_URL and JWT_SECRET must be set');
  // Logs problems only: changes are in the event log.
  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] },
  });
  const eventStoreUrl = eventStoreUrlOf(environment);
  const stores = {
    ...(eventStoreUrl ? { eventStoreUrl } : {}),
    ...(REDIS_URL ? { redisUrl: REDIS_URL } : {}),
  };
  const options = { databaseUrl: DATABASE_URL, secrets: { jwtSecret: JWT_SECRET }, dataDir: DATA_DIR, ...stores };
  const requestLimit = requestLimitOf(environment);
  await app.register(commandApi({ ...options, requestLimit, leaked: LeakedPasswords.of(environment) }), {
    prefix: '/api',
  });
  app.setNotFoundHandler(answerNotFound);
  await app.listen({ port: Number(PORT), host: HOST });
  return app;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const app = await start(process.env);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  }
}
