/** Every route of the two APIs, for generated tests. */
import type { RouteOptions } from 'fastify';
import Fastify from 'fastify';
import type { TSchema } from 'typebox';
import { commandApi } from '../../command-api/server.ts';
import type { Authority } from '../../identity/authority.ts';
import { readApi } from '../../read-api/main.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Without `/api/`: `sales/:id/complete`. */
  readonly url: string;
  /** `anonymous`, `signed_in`, or permissions joined with `##`. */
  readonly permission: string;
  /** The subject of a write: a person, a role or a till. */
  readonly authority: Authority | undefined;
  /** The route itself requires a recent proof. */
  readonly needsRecentProof: boolean;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** Undefined where the limit of every body applies. */
  readonly bodyLimit?: number | undefined;
  readonly side: 'command' | 'read';
  /** The models that a read waits for; undefined for a route of other data. */
  readonly reads: readonly string[] | undefined;
}

const METHODS: readonly string[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

export async function everyRoute(databaseUrl: string, jwtSecret: string): Promise<readonly Route[]> {
  const secrets = { jwtSecret };
  const sides = [
    { side: 'command', plugin: commandApi({ databaseUrl, secrets, dataDir: '' }) },
    { side: 'read', plugin: readApi({ databaseUrl, secrets, dataDir: '' }) },
  ] as const;
  const found: Route[] = [];
  for (const { side, plugin } of sides) {
    const added: RouteOptions[] = [];
    const app = Fastify({ exposeHeadRoutes: false });
    app.addHook('onRoute', (route) => void added.push(route));
    await app.register(plugin, { prefix: '/api' });
    await app.ready();
    await app.close();
    for (const { method, url, config, schema, bodyLimit } of added) {
      for (const value of [method].flat().filter((name) => METHODS.includes(name))) {
        found.push({
          method: value as Route['method'],
          url: url.replace(/^\/api\//, ''),
          permission: config?.permission ?? '',
          authority: config?.authority,
          needsRecentProof: config?.needsRecentProof === true,
          ...(schema?.querystring ? { querystring: schema.querystring as TSchema } : {}),
          ...(schema?.body ? { body: schema.body as TSchema } : {}),
          bodyLimit,
          side,
          reads: config?.reads,
        });
      }
    }
  }
  return found;
}

/** The permissions that routes require, each alternative separately. */
export const permissionsAsked = (routes: readonly Route[]): readonly string[] => [
  ...new Set(routes.flatMap(({ permission }) => permission.split('##')).filter((name) => name.includes('/'))),
];

/** Required query parameters of routes, by their address or its end. */
const REQUIRED: Readonly<Record<string, string>> = {
  account_ledger: 'account=1000',
  customers_statement: 'consumer_id=1',
  suppliers_statement: 'consumer_id=1',
  cash_book: 'account_id=1',
  item_transactions: 'item_fk=1',
  search: 'q=rice',
  trade_facts: 'items=1',
  theoretical: 'inventory_fk=2&items=1&date=2026-03-10',
  explain: `figure=${encodeURIComponent('trial_balance;account=1110;of=debit')}`,
  line: 'position=1&line_no=1',
  what_changed: 'from_known_at=1',
  table_views: 'screen=/sales/sales',
  'inventory_adjustments/piece': 'inventory_fk=2&code=356938035643809',
  'count_rounds/items': 'inventory_fk=2&count_scope=inventory',
  unlisted: 'code=1',
  piece: 'code=356938035643809',
  scanned: 'code=6291041500213',
  'purchase_orders/proposal': 'inventory_fk=2',
};

/** The address of a route with its required parameters; `id` replaces every identifier in it. */
export function addressOf({ url }: Route, id = '4242'): string {
  const address = url
    .replace(':resource', 'brands')
    .replace(':format', 'hledger')
    .replace(/:[a-z_]+/g, id);
  const required = REQUIRED[address] ?? REQUIRED[address.split('/').at(-1) ?? ''];
  return required ? `${address}?${required}` : address;
}
