/** Removes unused uploaded pictures every hour. */
import type { FastifyInstance } from 'fastify';
import type { Commands } from './commands/open-commands.ts';
import { ModelsAt } from './read-models/models-at.ts';

const HOUR_MS = 3_600_000;

export function sweepHourly(app: FastifyInstance, commands: Pick<Commands, 'uploads' | 'pool' | 'store'>): void {
  const timer = setInterval(() => {
    sweepUploads(commands).catch((error: unknown) => app.log.error({ err: error }, 'the sweep of uploads'));
  }, HOUR_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Returns the number of removed pictures. */
export function sweepUploads({ uploads, pool, store }: Pick<Commands, 'uploads' | 'pool' | 'store'>): Promise<number> {
  return uploads.sweep(async () => ModelsAt.reached(pool, await store.head(), 0, { models: ['events'] }));
}
