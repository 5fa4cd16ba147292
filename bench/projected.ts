/** The time when each model reached a position, from its notifications after commits. */
import pg from 'pg';
import { models } from '../projector/models/all.ts';

export class Projected {
  readonly #client: pg.Client;
  readonly #reached = new Map<string, bigint>();
  readonly #waiting = new Set<{ readonly position: bigint; readonly done: (atMs: number) => void }>();

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async listen(url: string): Promise<Projected> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const projected = new Projected(client);
    client.on('notification', ({ payload = '' }) => projected.#hear(payload));
    await client.query('listen projected');
    const { rows } = await client.query<{ model: string; position: string }>(
      'select model, position from read.checkpoint',
    );
    for (const { model, position } of rows) projected.#reached.set(model, BigInt(position));
    return projected;
  }

  /** The time at which every model had the position, by `performance.now()`. */
  reaches(position: bigint): Promise<number> {
    if (this.#everywhere() >= position) return Promise.resolve(performance.now());
    return new Promise((done) => this.#waiting.add({ position, done }));
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  #hear(payload: string): void {
    const [model = '', position = ''] = payload.split(':');
    if (!/^\d+$/.test(position)) return;
    this.#reached.set(model, BigInt(position));
    const everywhere = this.#everywhere();
    const nowMs = performance.now();
    for (const value of this.#waiting) {
      if (value.position > everywhere) continue;
      this.#waiting.delete(value);
      value.done(nowMs);
    }
  }

  #everywhere(): bigint {
    return models.reduce((least, { name }) => {
      const reached = this.#reached.get(name) ?? 0n;
      return reached < least ? reached : least;
    }, 1n << 62n);
  }
}
