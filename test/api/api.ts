/** The command side on a database of its own, with the first records entered and people to sign in as. */
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { v4 as uuid } from 'uuid';
import { expect } from 'vitest';
import { commandApi, ensureFirstUser } from '../../command-api/main.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

export const PASSWORD = 'a password for tests';
/** Wednesday; documents of this year are in an open period. */
export const TODAY = new Date(2026, 2, 11, 10, 30);

export interface Sent {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly message?: unknown;
    readonly data: Record<string, unknown>;
    readonly errors?: Record<string, string[]>;
    readonly position?: string | null;
    readonly details?: Record<string, unknown>;
  };
  readonly headers: LightMyRequestResponse['headers'];
}

export class Api {
  readonly app: FastifyInstance;
  readonly database: FreshDatabase;
  token = '';

  constructor(app: FastifyInstance, database: FreshDatabase) {
    this.app = app;
    this.database = database;
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    more: Sending = {},
  ): Promise<Sent> {
    const { token = this.token, key = uuid(), headers = {} } = more;
    const options: InjectOptions = {
      method,
      url: `/api/${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const answer = await this.app.inject(options);
    return { status: answer.statusCode, body: answer.json() as Sent['body'], headers: answer.headers };
  }

  /** Posts, expects success, gives the new id. */
  async add(resource: string, body: unknown): Promise<number> {
    const { status, body: answer } = await this.send('POST', resource, body);
    expect(answer, `${resource} ${JSON.stringify(answer)}`).toMatchObject({ data: { id: expect.any(Number) } });
    expect(status).toBe(201);
    return answer.data['id'] as number;
  }

  async signIn(email: string, password: string): Promise<string> {
    const { body } = await this.send('POST', 'auth/login', { email, password }, { token: '' });
    return String(body.data['access_token']);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }
}

interface Sending {
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

export const SECRET = 'a secret that only tests use, long enough';

export async function openApi(): Promise<Api> {
  const database = await freshDatabase();
  const options = { databaseUrl: database.url, clock: () => TODAY };
  const first = await ensureFirstUser({ ...options, password: PASSWORD });
  const app = Fastify();
  await app.register(commandApi({ ...options, secrets: { jwtSecret: SECRET }, dataDir: '' }), { prefix: '/api' });
  await app.ready();
  const api = new Api(app, database);
  api.token = await api.signIn(first?.email ?? '', PASSWORD);
  return api;
}
