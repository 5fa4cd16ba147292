/** The live projector on a database of its own; a test folds batch by batch. */
import pg from 'pg';
import type { EventStore } from '../../event-store/port.ts';
import { type Build, dropOldBuilds, ensureBuild, inTransaction } from '../../projector/builds/build.ts';
import { models } from '../../projector/models/all.ts';
import { type Answer, checkBooks } from '../../projector/rebuild/invariants.ts';
import { ModelSession } from '../../projector/run/model-session.ts';
import { ask } from '../../projector/verify/ask.ts';
import { checkCosts } from '../../projector/verify/costs.ts';
import { REFUNDS } from '../../projector/verify/refunds.ts';

export class Projection {
  readonly client: pg.Client;
  readonly #store: EventStore;
  readonly build: Build;
  #sessions: readonly ModelSession[];

  private constructor(client: pg.Client, store: EventStore, build: Build, sessions: readonly ModelSession[]) {
    this.client = client;
    this.#store = store;
    this.build = build;
    this.#sessions = sessions;
  }

  /** Starts with empty tables: an earlier build of the database is dropped. */
  static async open(url: string, store: EventStore): Promise<Projection> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await inTransaction(client, async () => {
      await client.query(`update projection.build set status = 'retired'`);
    });
    const build = await ensureBuild(client, models);
    await dropOldBuilds(client);
    return new Projection(client, store, build, await openSessions(client, store, build));
  }

  /** Discards what is in memory; the tables remain. */
  async restart(): Promise<void> {
    this.#sessions = await openSessions(this.client, this.#store, this.build);
  }

  /** Folds all new events, in batches of at most `size`. */
  async catchUp(size = 500): Promise<void> {
    for (const session of this.#sessions) {
      for (;;) {
        const events = await this.#store.readAll(session.position, size);
        if (events.length === 0) break;
        await session.take(events);
      }
    }
  }

  /** The invariants that are broken. */
  async broken(): Promise<Answer[]> {
    const { client, build } = this;
    const answers = [
      ...(await checkBooks(client, build.schema)),
      ...(await ask(client, build.schema, REFUNDS)),
      await checkCosts(client, build.schema),
    ];
    return answers.filter(({ findings }) => findings.length > 0);
  }

  async rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(sql, [...values])).rows;
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

async function openSessions(client: pg.Client, store: EventStore, build: Build): Promise<ModelSession[]> {
  const sessions: ModelSession[] = [];
  for (const model of models) {
    sessions.push(await ModelSession.open({ client, store, model, schema: build.schema, status: 'current' }));
  }
  return sessions;
}
