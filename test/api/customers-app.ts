/** Requests of the customers' application, to each of several command APIs over one database. */
import Fastify, { type FastifyInstance } from 'fastify';
import { v4 as uuid } from 'uuid';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { commandApi } from '../../command-api/server.ts';
import { rolesAt } from '../support/database.ts';
import { type Api, SECRET, TODAY } from './api.ts';

export const SHOPPER_PASSWORD = 'apricots in spring 77';

/** Opens the shop: before its outlet, inventory and account are set, there is none for the application. */
export async function openApplication(api: Api): Promise<void> {
  await ensureRecords({ databaseUrl: rolesAt(api.database.url).command });
  const sent = await api.send('PATCH', 'app_settings/1', { outlet_fk: 1, inventory_fk: 1, account_fk: 1 });
  if (sent.status !== 200) throw new Error(`the shop was not opened: ${JSON.stringify(sent.body)}`);
}

/** A further command API on the database of the owner with this URL; its requests are numbered from 1. */
export async function openReplica(url: string): Promise<FastifyInstance> {
  const app = Fastify();
  const databaseUrl = rolesAt(url).command;
  await app.register(commandApi({ databaseUrl, clock: () => TODAY, secrets: { jwtSecret: SECRET }, dataDir: '' }), {
    prefix: '/api',
  });
  await app.ready();
  return app;
}

interface Asking {
  readonly method?: 'POST' | 'PATCH';
  readonly token?: string;
  /** None by default. */
  readonly key?: string;
  /** Address of the client. */
  readonly from?: string;
  readonly language?: string;
}

export interface Asked {
  readonly status: number;
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly retryAfter: number;
}

/** Sends a request below `/shop`, without a key of its own. */
export async function ask(app: FastifyInstance, path: string, body: object, more: Asking = {}): Promise<Asked> {
  const { method = 'POST', token, key, from = '127.0.0.1', language = 'en' } = more;
  const answer = await app.inject({
    ...{ method, url: `/api/shop/${path}`, remoteAddress: from, payload: body },
    headers: {
      'accept-language': language,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
  const { message = '', errors = {}, data = {} } = answer.json<Partial<Asked>>();
  return { status: answer.statusCode, message, errors, data, retryAfter: Number(answer.headers['retry-after'] ?? 0) };
}

export const signUp = (app: FastifyInstance, consumer_name: string, mobile: string, from?: string): Promise<Asked> =>
  ask(
    app,
    'sign_up',
    { consumer_name, mobile, password: SHOPPER_PASSWORD },
    { key: uuid(), ...(from === undefined ? {} : { from }) },
  );

/** Returns the token of a new customer. */
export async function newShopper(app: FastifyInstance, name: string, mobile: string): Promise<string> {
  const { data, errors } = await signUp(app, name, mobile);
  const { access_token } = data;
  if (typeof access_token !== 'string') throw new Error(`${name} was refused: ${JSON.stringify(errors)}`);
  return access_token;
}
