/**
 * Both APIs and the projector on a database of its own, with a small business that is entered through real commands.
 */
import Fastify, { type LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { commandApi } from '../../command-api/server.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import type { DiskSpace } from '../../identity/machine/disk-space.ts';
import { runProjector } from '../../projector/projector.ts';
import { readApi } from '../../read-api/main.ts';
import { readRoutes } from '../../read-api/read-routes.ts';
import { Api, PASSWORD, SECRET, TODAY } from '../api/api.ts';
import { rolesAt } from '../support/database.ts';
import { projectedDatabase, SUPER_USER } from '../support/seeded-database.ts';

export interface Answer {
  readonly status: number;
  // Tests read answers of every shape.
  readonly data: Record<string, never> & { readonly [field: string]: unknown };
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

export class Office extends Api {
  #position = '0';

  override async send(...args: Parameters<Api['send']>): ReturnType<Api['send']> {
    const sent = await super.send(...args);
    if (sent.body.position && args[0] !== 'GET') this.#position = sent.body.position;
    return sent;
  }

  /** Reads wait for what a job has stored, whose answer has no position. */
  override async jobIsDone(): Promise<void> {
    const client = new pg.Client({ connectionString: this.database.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ head: string }>('select max(position)::text as head from log.event');
      this.#position = rows[0]?.head ?? this.#position;
    } finally {
      await client.end();
    }
  }

  /** Reads after the last write is projected, however long a busy machine takes for it. */
  async read(path: string, token = this.token, headers: Record<string, string> = {}): Promise<Answer> {
    const get = () =>
      this.app.inject({
        method: 'GET',
        url: `/api/${path}`,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          'x-wait-for-position': this.#position,
          ...headers,
        },
      });
    let answer = await get();
    for (let again = 0; again < AGAIN_MAX && isBehind(answer); again += 1) answer = await get();
    await this.holdAgainstDocument('GET', path, answer);
    // An export is a file, not JSON.
    const isJson = String(answer.headers['content-type']).includes('json');
    const body = (isJson ? answer.json() : {}) as Answer['body'];
    return {
      status: answer.statusCode,
      data: body['data'] as Answer['data'],
      body,
      headers: answer.headers,
      text: answer.body,
    };
  }

  get position(): string {
    return this.#position;
  }
}

/** A request waits two seconds for the read models. */
const AGAIN_MAX = 30;

/** The answer, or the refusal, is from before the last write: the read models have not reached it yet. */
const isBehind = ({ headers, body }: LightMyRequestResponse): boolean =>
  String(headers['content-type']).includes('json') && /"(behind":true|code":"models_behind")/.test(body);

export interface OfficeOptions {
  /** The address by which both APIs connect to the database; the projector connects directly. */
  readonly through?: (databaseUrl: string) => string;
  readonly space?: DiskSpace;
  /** Of commands. */
  readonly clock?: () => Date;
}

/** `dataDir` stores pictures. */
export async function openOffice(
  dataDir = '',
  { through, space, clock = () => TODAY }: OfficeOptions = {},
): Promise<Office> {
  const database = await projectedDatabase(clock().getFullYear());
  const { command, read, projector: projectorDatabaseUrl } = rolesAt(database.url);
  const options = { databaseUrl: command, clock };
  const projector = await startProjector(database.url);
  const app = Fastify();
  app.addHook('onClose', projector);
  const both = { secrets: { jwtSecret: SECRET }, dataDir, space };
  const at = (url: string) => ({ ...both, databaseUrl: through?.(url) ?? url });
  await app.register(commandApi({ ...options, ...at(command), projectorDatabaseUrl, readRoutes }), { prefix: '/api' });
  await app.register(readApi(at(read)), { prefix: '/api' });
  await app.ready();
  const office = new Office(app, database);
  office.token = await office.signIn(SUPER_USER.email, PASSWORD);
  return office;
}

/** Starts the real projector with its own role. Returns a function that stops it. */
export async function startProjector(url: string): Promise<() => Promise<void>> {
  const { projector: databaseUrl } = rolesAt(url);
  const store = await openEventStore({ databaseUrl, compares: true });
  const stopping = new AbortController();
  const running = runProjector({ store, databaseUrl, signal: stopping.signal });
  return async () => {
    stopping.abort();
    await running;
    await store.close();
  };
}
