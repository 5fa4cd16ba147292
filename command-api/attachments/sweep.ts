/** Every hour, pictures that were uploaded and never used are taken away. */
import type { FastifyInstance } from 'fastify';
import type { Commands } from '../handling/open-commands.ts';

const HOUR_MS = 3_600_000;

export function sweepHourly(app: FastifyInstance, commands: Pick<Commands, 'uploads' | 'pool' | 'store'>): void {
  const timer = setInterval(() => {
    sweepUploads(commands).catch((error: unknown) => app.log.error({ err: error }, 'the sweep of uploads'));
  }, HOUR_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Gives how many were taken away. */
export function sweepUploads({ uploads, pool, store }: Pick<Commands, 'uploads' | 'pool' | 'store'>): Promise<number> {
  return uploads.sweep(async () => {
    const head = await store.head();
    const { rows } = await pool.query<{ position: string }>(
      `select position from read.checkpoint where model = 'events' and status = 'running'`,
    );
    return rows[0] !== undefined && BigInt(rows[0].position) >= head;
  });
}
