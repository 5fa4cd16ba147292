/** Requests every list and report of the API as the super user of a database. */
import Fastify from 'fastify';
import { commandApi } from '../../command-api/server.ts';
import { readApi } from '../../read-api/main.ts';
import { scaleNumber, weightLabel } from '../../tools/demo/tills/codes.ts';
import { SECRET } from '../api/api.ts';
import { rolesAt } from '../support/database.ts';
import { addressOf, everyRoute } from '../support/every-route.ts';

export interface Asked {
  /** Without `/api/` and without parameters. */
  readonly route: string;
  /** The permissions of the route, each alternative separately. */
  readonly permissions: readonly string[];
  /** The number of rows or figures in the answer. */
  readonly rows: number;
}

/** Parameters of lists that screens use to request some of the rows. */
const SOME_OF_A_LIST = [
  ...['pending', 'confirmed', 'delivered', 'cancelled'].map((status) => `online_orders?filter[status]=${status}`),
  ...['purchases?filter[payment_status]=unpaid', 'sales?filter[payment_status]=unpaid', 'sales?filter[status]=draft'],
  ...['stock_transfers?filter[status]=sent', 'purchase_orders?filter[status]=bill'],
  ...['purchase_orders?filter[status]=draft', 'count_rounds?filter[status]=open'],
];
/** Items and inventories that exist in this business, and what its scale prints on a package. */
const OWN: Readonly<Record<string, string>> = {
  'count_rounds/items': 'count_rounds/items?inventory_fk=1&count_scope=inventory',
  'inventory_adjustments/theoretical': 'inventory_adjustments/theoretical?inventory_fk=1&items=1&date=2026-03-10',
  'items/scanned': `items/scanned?code=${weightLabel(scaleNumber(0), 512)}`,
};

/** `password` is the one-time password of the first start. */
export async function askEveryList(databaseUrl: string, email: string, password: string): Promise<readonly Asked[]> {
  const app = Fastify();
  const { command, read } = rolesAt(databaseUrl);
  const options = { secrets: { jwtSecret: SECRET }, dataDir: '' };
  await app.register(commandApi({ ...options, databaseUrl: command }), { prefix: '/api' });
  await app.register(readApi({ ...options, databaseUrl: read }), { prefix: '/api' });
  try {
    await app.ready();
    const send = async (path: string, payload: object, token?: string): Promise<string> => {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      const answer = await app.inject({ method: 'POST', url: `/api/${path}`, payload, headers });
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
      return (answer.json() as { data: { access_token: string } }).data.access_token;
    };
    const first = await send('auth/login', { email, password });
    const own = 'a password of its own';
    const change = { current_password: password, new_password: own, new_password_confirmation: own };
    await send('auth/change_password', change, first);
    const token = await send('auth/login', { email, password: own });
    const routes = (await everyRoute(databaseUrl, SECRET)).filter(
      // Routes of customers of the application need their tokens.
      ({ side, method, url, permission }) =>
        side === 'read' && method === 'GET' && permission !== 'shop' && !url.includes(':'),
    );
    const whole = routes.map((route) => ({ route, address: OWN[route.url] ?? addressOf(route, '1') }));
    const parts = SOME_OF_A_LIST.map((address) => ({
      address,
      route: routes.find(({ url }) => url === address.split('?')[0]),
    }));
    const asked: Asked[] = [];
    for (const { route, address } of [...whole, ...parts]) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: 'GET', url: `/api/${address}`, headers });
      const rows = answer.statusCode === 200 ? rowsIn((answer.json() as { data: unknown }).data) : 0;
      const permissions = route?.permission.split('##') ?? [];
      asked.push({ route: SOME_OF_A_LIST.includes(address) ? address : (route?.url ?? ''), permissions, rows });
    }
    return asked;
  } finally {
    await app.close();
  }
}

function rowsIn(data: unknown): number {
  if (typeof data === 'number') return data;
  if (Array.isArray(data)) return data.length;
  if (typeof data !== 'object' || data === null) return 0;
  const lists = Object.values(data).filter(Array.isArray);
  return lists.length > 0 ? Math.max(...lists.map(({ length }) => length)) : Object.keys(data).length;
}
