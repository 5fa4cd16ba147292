/**
 * Every route of both APIs: without a token 401; without its permission 403 with its name; with exactly its permission,
 * and for the super user, neither. The routes are read from the program.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentResources } from '../../domain/registry/documents.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { records } from '../../domain/registry/records.ts';
import { reports } from '../../domain/registry/reports.ts';
import { permissionName } from '../../languages/say.ts';
import { SECRET, type Sent } from '../api/api.ts';
import { openApplication } from '../api/customers-app.ts';
import { addressOf, everyRoute, permissionsAsked, type Route } from '../support/every-route.ts';
import { holdersOf } from '../support/holders.ts';
import { isSuite } from '../support/ring.ts';
import { type Office, openOffice } from './office.ts';

/** Permissions that decisions, fields and screens require, and no route. */
const ASKED_BY_NO_ROUTE = [
  'items/show_cost',
  'sales/below_minimum_price',
  'pos_admin_sales/store',
  'pos_sales/refund_without_receipt',
  'customer_transactions/discount',
  'supplier_transactions/discount',
  'general_journals/system_accounts',
  'financial_years/prior_period',
  'financial_years/date_ahead',
  'financial_years/close_early',
  'period_locks/pass',
  'stocks/charge_missing',
  'table_views/share',
];

/** Routes before sign-in, and those with the token of a till. */
const OPEN_TO_ALL = [
  'GET auth/till',
  'GET login_cashiers_list/:id',
  'GET till/catalogue',
  'GET till/orders',
  'GET till/parked',
  'GET till/pictures/:attachment',
  'GET till/receipts/:number',
  'GET till/state',
  'POST auth/login',
  'POST auth/login_cashier',
  'POST auth/refresh',
  'POST auth/second_factor',
  'POST shop/sign_in',
  'POST shop/sign_up',
  'POST till/approvals',
  'POST till/entries',
  'POST till/parked',
  'POST till/parked/:uuid/end',
  'POST till/parked/:uuid/take',
];

/** What these routes write, which determines their permission. */
const WRITES: readonly (readonly [string, string])[] = [
  ['POST :resource', 'store'],
  ['PATCH :resource/:id', 'update'],
  ['POST :resource/:id', 'update'],
  ['DELETE :resource/:id', 'destroy'],
];

/** The number of concurrent people; more would only wait, and on a busy machine for longer than the APIs allow. */
const AT_ONCE = 6;

let office: Office;
let routes: readonly Route[];
let guarded: readonly Route[];
/** The token of a person with exactly this permission. */
let holding: ReadonlyMap<string, string>;

beforeAll(async () => {
  office = await openOffice();
  await openApplication(office);
  // Only the super user's own record has the next id.
  await office.add('users', { user_name: 'Second', email: 'second@example.com' });
  routes = await everyRoute(office.database.url, SECRET);
  guarded = routes.filter(({ permission }) => permission.includes('/'));
  const permissions = permissionsAsked(routes);
  const tokens = await holdersOf(
    office.database.url,
    SECRET,
    // What affects all outlets needs all of them: the business has one.
    permissions.map((permission) => ({ permissions: [permission], outlets: [1] })),
  );
  holding = new Map(permissions.map((permission, index) => [permission, tokens[index] as string]));
});
afterAll(() => office.close());

async function inParallel<Of, Gives>(all: readonly Of[], work: (value: Of) => Promise<Gives>): Promise<Gives[]> {
  const given: Gives[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    given.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))));
  }
  return given;
}

const isSignOut = ({ url }: Route): boolean => url === 'shop/sign_out';
const nameOf = ({ method, url }: Route): string => `${method} ${url}`;

/** Without an idempotency key, so that nothing is stored; the guard runs before the key is required. */
async function call(route: Route, token: string, unknownParameter = false): Promise<Sent & { readonly text: string }> {
  const address = addressOf(route);
  const url = `/api/${address}${unknownParameter ? `${address.includes('?') ? '&' : '?'}no_such_parameter=1` : ''}`;
  const answer = await office.app.inject({
    method: route.method,
    url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(route.method === 'GET' ? {} : { payload: {} }),
  });
  await office.holdAgainstDocument(route.method, url.replace('/api/', ''), answer);
  return { status: answer.statusCode, text: answer.body } as Sent & { readonly text: string };
}

/** Messages name the permission for people, and the answer has its code. */
interface Refused {
  readonly message: string;
  readonly details: { readonly permission: string };
}

/** A permission that the route does not require. */
function unrelated({ permission }: Route): string {
  const asked = permission.split('##');
  const [, token] = [...holding].find(([held]) => !asked.includes(held)) as [string, string];
  return token;
}

describe('every route', () => {
  it('says who may call it, and only signing in is open to all', () => {
    expect(routes.length).toBeGreaterThan(700);
    expect(routes.filter(({ permission }) => permission === '').map(nameOf)).toEqual([]);
    expect(
      routes
        .filter(({ permission }) => permission === 'anonymous')
        .map(nameOf)
        .sort(),
    ).toEqual(OPEN_TO_ALL);
  });

  it('asks for permissions that can be granted, and every permission is asked for', () => {
    const asked = permissionsAsked(routes);
    const known = new Set(allPermissions());
    expect(asked.filter((permission) => !known.has(permission))).toEqual([]);
    const needed = new Set([...asked, ...ASKED_BY_NO_ROUTE]);
    expect(allPermissions().filter((permission) => !needed.has(permission))).toEqual([]);
    expect(ASKED_BY_NO_ROUTE.filter((permission) => asked.includes(permission))).toEqual([]);
  });

  it('that writes a record or document asks for the permission to write just that', () => {
    const declared = new Map(
      [...documentResources, ...records].map((documentResource) => [documentResource.resource, documentResource]),
    );
    const wanted = [...declared.keys()].flatMap((resource) =>
      WRITES.map(([route, action]) => [route.replace(':resource', resource), `${resource}/${action}`] as const),
    );
    const transitions = documentResources.flatMap(({ resource, transitions: own }) =>
      Object.entries(own).map(
        ([name, { permission }]) => [`POST ${resource}/:id/${name}`, `${resource}/${permission}`] as const,
      ),
    );
    const asks = new Map([...wanted, ...transitions]);
    const asked = routes.filter((route) => asks.has(nameOf(route)));
    const wrong = asked.filter((route) => route.permission !== asks.get(nameOf(route)));
    expect(wrong.map((route) => `${nameOf(route)} asks for ${route.permission}`)).toEqual([]);
    expect(asked.length).toBeGreaterThan(400);
  });

  it('answers 401 to nobody', async () => {
    const closed = routes.filter(({ permission }) => permission !== 'anonymous');
    const wrong = await inParallel(closed, async (route) => {
      const { status } = await call(route, '');
      return status === 401 ? [] : [`${nameOf(route)} ${status}`];
    });
    expect(wrong.flat()).toEqual([]);
  });

  it('answers 403 to a person without its permission, and names it', async () => {
    const wrong = await inParallel(guarded, async (route) => {
      const { status, text } = await call(route, unrelated(route));
      const said = status === 403 ? (JSON.parse(text) as Refused) : undefined;
      const [first = ''] = route.permission.split('##');
      const isNamed =
        said?.details.permission === route.permission && said.message.includes(permissionName('en', first));
      return isNamed ? [] : [`${nameOf(route)} ${status} ${text}`];
    });
    expect(wrong.flat()).toEqual([]);
  });

  it('of a report needs the permission for costs as well when its declaration says so, and only then', async () => {
    const declared = new Map(reports.map((report) => [`GET ${report.permission}`, report]));
    // The ledger of an account needs it for some accounts.
    const asked = routes.filter((route) => declared.has(nameOf(route)) && !declared.get(nameOf(route))?.isUnlisted);
    const refused = await inParallel(asked, async (route) => {
      const { status, text } = await call(route, holding.get(route.permission) ?? '');
      return status === 403 && text.includes('items/show_cost') ? [nameOf(route)] : [];
    });
    expect(asked.length).toBeGreaterThan(15);
    expect(refused.flat().sort()).toEqual(
      [...declared].flatMap(([name, { needsCost }]) => (needsCost ? [name] : [])).sort(),
    );
  });

  it('answers neither 401 nor 403 to a person with exactly its permission, or any of its alternatives', async () => {
    // The guard does the same for routes with the same alternatives, so one route tries all of them and the others one
    // each.
    const tried = new Set<string>();
    const asked = guarded.flatMap((route, index) => {
      const alternatives = route.permission.split('##');
      const isFirst = !tried.has(route.permission);
      tried.add(route.permission);
      const some = isFirst ? alternatives : [alternatives[index % alternatives.length] as string];
      return some.map((permission) => ({ route, permission }));
    });
    const wrong = await inParallel(asked, async ({ route, permission }) => {
      // An unknown parameter is refused after the guard and before the query.
      const { status, text } = await call(route, holding.get(permission) ?? '', true);
      const isWrong = [401, 403].includes(status) || status >= 500;
      return isWrong ? [`${nameOf(route)} with ${permission} ${status} ${text}`] : [];
    });
    expect(wrong.flat()).toEqual([]);
  });

  it('of the shop answers 401 to the super user, and every other one to a customer of the application', async () => {
    const mobile = { consumer_name: 'Sara', mobile: '07701112233', password: 'apricots in spring 77' };
    const signed = await office.send('POST', 'shop/sign_up', mobile, { token: '' });
    const shopper = String(signed.body.data['access_token']);
    const ofShop = routes.filter(({ permission }) => permission === 'shop');
    const others = routes.filter(({ permission }) => !['anonymous', 'shop'].includes(permission));
    expect([ofShop.length, others.length > 700]).toEqual([15, true]);
    const wrong = await inParallel([...ofShop, ...others], async (route) => {
      const { status } = await call(route, route.permission === 'shop' ? office.token : shopper);
      return status === 401 ? [] : [`${nameOf(route)} ${status}`];
    });
    expect(wrong.flat()).toEqual([]);
    const asTheirOwn = async (route: Route) => {
      const { status } = await call(route, shopper, true);
      return status === 401 || status === 403 || status >= 500 ? [`${nameOf(route)} ${status}`] : [];
    };
    // Signing out ends the session of the other requests.
    const [ends, goesOn] = [ofShop.filter(isSignOut), ofShop.filter((route) => !isSignOut(route))];
    const own = [...(await inParallel(goesOn, asTheirOwn)), ...(await inParallel(ends, asTheirOwn))];
    expect(own.flat()).toEqual([]);
    expect(ends).toHaveLength(1);
  });

  it('answers neither to the super user', async () => {
    const wrong = await inParallel(
      routes.filter(({ url, permission }) => !['anonymous', 'shop'].includes(permission) && !url.startsWith('auth/')),
      async (route) => {
        // Every route answers whole in the later rings; here its guard is asked.
        const { status, text } = await call(route, office.token, isSuite);
        return [401, 403].includes(status) || status >= 500 ? [`${nameOf(route)} ${status} ${text}`] : [];
      },
    );
    expect(wrong.flat()).toEqual([]);
  });
});
