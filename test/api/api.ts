/** The command API on a database of its own, with the seed records, and people who can sign in. */
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { v4 as uuid } from 'uuid';
import { expect } from 'vitest';
import { commandApi } from '../../command-api/server.ts';
import { type Members, membersOf } from '../../domain/values/members.ts';
import { readRoutes } from '../../read-api/read-routes.ts';
import { type FreshDatabase, rolesAt } from '../support/database.ts';
import { documented } from '../support/documented.ts';
import { unreadableIn } from '../support/readable.ts';
import { Revisions } from '../support/revisions.ts';
import { PASSWORD, SUPER_USER, startedDatabase, TODAY } from '../support/seeded-database.ts';

export { PASSWORD, TODAY };

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

/** Statuses of refusals whose answer is requested again in another language. */
const SAID_AGAIN: ReadonlySet<number> = new Set([404, 409, 422]);
/** Routes that cannot be repeated: each attempt is counted, or a dry run does not exist. */
const NOT_AGAIN = /^(auth|till|tills|jobs|attachments|imports|login_cashiers_list)\b/;

export class Api {
  app: FastifyInstance;
  readonly database: FreshDatabase;
  readonly #revisions: Revisions;
  token = '';
  #refused = 0;

  constructor(app: FastifyInstance, database: FreshDatabase) {
    this.app = app;
    this.database = database;
    this.#revisions = new Revisions(database.url);
  }

  /** Called when a job has ended, for what reads after it. */
  async jobIsDone(): Promise<void> {}

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    given?: unknown,
    more: Sending = {},
  ): Promise<Sent> {
    const { token = this.token, key = uuid(), headers = {} } = more;
    const body = headers['if-match'] ? given : await this.#revisions.into(method, path, given, more.key ?? '');
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
    await this.holdAgainstDocument(method, path, answer);
    if (SAID_AGAIN.has(answer.statusCode) && method !== 'GET') await this.#holdAgainstReaders(options, path);
    return { status: answer.statusCode, body: answer.json() as Sent['body'], headers: answer.headers };
  }

  /** Fails when the API document does not describe the answer. */
  async holdAgainstDocument(method: string, path: string, answer: LightMyRequestResponse): Promise<void> {
    const { statusCode: status, headers, body } = answer;
    const api = await documented(this.database.url);
    const contentType = String(headers['content-type'] ?? '');
    expect(api.problems({ method, url: `/api/${path}`, status, contentType, body })).toEqual([]);
  }

  /** Repeats a refused request as a dry run in Arabic or Kurdish, and asserts that the answer has no foreign words. */
  async #holdAgainstReaders(options: InjectOptions, path: string): Promise<void> {
    if (NOT_AGAIN.test(path) || options.headers?.['accept-language'] !== undefined) return;
    this.#refused += 1;
    const language = this.#refused % 2 === 0 ? 'ar' : 'ckb';
    const dryRun = path.includes('dry_run') ? '' : `${path.includes('?') ? '&' : '?'}dry_run=1`;
    const headers = { ...options.headers, 'idempotency-key': uuid(), 'accept-language': language };
    const answer = await this.app.inject({ ...options, url: `/api/${path}${dryRun}`, headers });
    if (answer.statusCode < 400) return;
    const { message, errors = {} } = answer.json<{ message: string; errors?: Record<string, string[]> }>();
    const said = `${path} ${typeof options.payload === 'string' ? options.payload : ''}`;
    const unreadable = [message, ...Object.values(errors).flat()].flatMap((sentence) =>
      unreadableIn(sentence, said).map((foreign) => `${language} ${path}: ${foreign} in ${sentence}`),
    );
    expect(unreadable).toEqual([]);
  }

  /** The body with the present revision of the changed record or document. */
  withRevision(method: string, path: string, body: unknown): Promise<unknown> {
    return this.#revisions.into(method, path, body, '');
  }

  /** Posts, asserts success, and returns the new id. */
  async add(resource: string, body: unknown): Promise<number> {
    if (resource === 'users') return this.#addPerson(membersOf(body));
    const { status, body: answer } = await this.send('POST', resource, body);
    expect(answer, `${resource} ${JSON.stringify(answer)}`).toMatchObject({ data: { id: expect.any(Number) } });
    expect(status).toBe(201);
    return answer.data['id'] as number;
  }

  /**
   * Enters a person without a role, an outlet or a password as inactive, because an active person needs all of them.
   */
  async #addPerson(body: Members): Promise<number> {
    const { status, body: answer } = await this.send('POST', 'users', { status: 'inactive', ...body });
    expect(answer, `users ${JSON.stringify(answer)}`).toMatchObject({ data: { id: expect.any(Number) } });
    expect(status).toBe(201);
    const id = Number(answer.data['id']);
    if (body['status'] === undefined) await this.send('POST', `users/${id}/set_user_status`, { status: 'active' });
    return id;
  }

  async signIn(email: string, password: string): Promise<string> {
    const { body } = await this.send('POST', 'auth/login', { email, password }, { token: '' });
    return String(body.data['access_token']);
  }

  /** A person with a role of exactly these permissions. Returns a token. */
  async person(name: string, permissions: readonly string[], given: object = {}): Promise<string> {
    const role_fk = await this.add('roles', { role_name: `role of ${name}`, permissions });
    const email = `${name}@example.com`;
    const id = await this.add('users', { user_name: name, email, role_fk, ...given });
    const one = await this.send('POST', `users/${id}/give_password`);
    const first = await this.signIn(email, String(one.body.data['password']));
    const passwords = {
      current_password: one.body.data['password'],
      new_password: PASSWORD,
      new_password_confirmation: PASSWORD,
    };
    await this.send('POST', 'auth/change_password', passwords, { token: first });
    return this.signIn(email, PASSWORD);
  }

  /** Stops the command API and starts it again on the same database. */
  async restart(): Promise<void> {
    await this.app.close();
    this.app = await startCommandSide(this.database.url);
  }

  /** The closed program is let go: the variable of a test file keeps its `Api` as long as the worker runs. */
  async close(): Promise<void> {
    await this.app.close();
    this.app = Fastify();
    await this.#revisions.close();
    await this.database.drop();
  }
}

export interface Sending {
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

export const SECRET = 'a secret that only tests use, long enough';

async function startCommandSide(databaseUrl: string): Promise<FastifyInstance> {
  const app = Fastify();
  const { command, projector: projectorDatabaseUrl } = rolesAt(databaseUrl);
  const secrets = { jwtSecret: SECRET };
  const options = { databaseUrl: command, projectorDatabaseUrl, clock: () => TODAY, secrets, dataDir: '', readRoutes };
  await app.register(commandApi(options), { prefix: '/api' });
  await app.ready();
  return app;
}

export async function openApi(): Promise<Api> {
  const database = await startedDatabase();
  const api = new Api(await startCommandSide(database.url), database);
  api.token = await api.signIn(SUPER_USER.email, PASSWORD);
  return api;
}
