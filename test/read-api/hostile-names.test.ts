/**
 * Fields and parameters with names of inherited properties, and deeply nested bodies: every kind of route refuses them
 * in the common shape of errors, without internal details.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET } from '../api/api.ts';
import { openApplication } from '../api/customers-app.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { sampleOf } from '../support/ring.ts';
import { type Office, openOffice } from './office.ts';

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
/** Routes that end the session, create a file of all books, or serve files of a library. */
const LEFT_OUT = /^(auth\/(logout|end_other_sessions)|shop\/sign_out)$|^(exports|docs)\//;
const ROUTES = 60;
/** Requests of somebody who is signed in take ten times as long. */
const SIGNED_IN = 200;

let office: Office;
let shopper: string;
let every: readonly Route[];
let routes: readonly Route[];
beforeAll(async () => {
  office = await openOffice();
  await openApplication(office);
  const account = { consumer_name: 'Sara', mobile: '07701112233', password: 'apricots in spring 77' };
  shopper = String((await office.send('POST', 'shop/sign_up', account, { token: '' })).body.data['access_token']);
  every = (await everyRoute(office.database.url, SECRET)).filter(({ url }) => !LEFT_OUT.test(url));
  routes = sampleOf(every, ROUTES);
});
afterAll(() => office.close());

/** The routes of the customers' application are only for customers. */
const tokenFor = ({ permission }: Route) => (permission === 'shop' ? shopper : office.token);

interface Request {
  readonly method: Route['method'];
  readonly url: string;
  readonly payload?: string;
  readonly token?: string;
}

/** The problem of the answer, or undefined. */
async function wrongWith({ method, url, payload, token = office.token }: Request): Promise<string | undefined> {
  const answer = await office.app.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      'idempotency-key': 'hostile',
      'x-requested-with': 'test',
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const said = `${method} ${url} ${payload?.slice(0, 40) ?? ''}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
  if (answer.statusCode < 400) return undefined;
  if (answer.statusCode >= 500) return said;
  const body = answer.json() as Record<string, unknown>;
  const isShape = ['code', 'message', 'errors', 'request_id'].every((field) => Object.hasOwn(body, field));
  return isShape && !/FST_|is not a function|prototype|undefined|\[object/.test(answer.body) ? undefined : said;
}

const found = async (requests: readonly Request[]): Promise<string[]> => {
  const wrong: string[] = [];
  for (const request of requests) {
    const said = await wrongWith(request);
    if (said !== undefined) wrong.push(said);
  }
  return wrong;
};

const asQuestion = (url: string, parameter: string) => `/api/${url}${url.includes('?') ? '&' : '?'}${parameter}=1`;

describe('a name that every object inherits', () => {
  it('is an unknown field of a body', async () => {
    const writes = routes.filter(({ method }) => method !== 'GET');
    const wrong = await found(
      writes.flatMap((route) =>
        NAMES.map((name) => ({
          ...{ method: route.method, url: `/api/${addressOf(route)}` },
          ...{ payload: `{"${name}":1}`, token: tokenFor(route) },
        })),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('is an unknown parameter, filter and column', async () => {
    const reads = routes.filter(({ method }) => method === 'GET');
    const wrong = await found(
      reads.flatMap((route) =>
        NAMES.flatMap((name) =>
          [name, `filter[${name}]`, `filters[${name}]`].map((parameter) => asQuestion(addressOf(route), parameter)),
        )
          .concat(
            NAMES.map(
              (name) => `/api/${addressOf(route)}${addressOf(route).includes('?') ? '&' : '?'}sortColumn=${name}`,
            ),
          )
          .map((url) => ({ method: 'GET' as const, url, token: tokenFor(route) })),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('is told to somebody who is not signed in as 422, with the name', async () => {
    const wrong = await found(
      NAMES.map((name) => ({
        method: 'POST' as const,
        url: '/api/auth/login',
        payload: `{"email":"a","password":"b","${name}":1}`,
        token: '',
      })),
    );
    expect(wrong).toEqual([]);
    for (const name of NAMES) {
      const payload = `{"email":"a","password":"b","${name}":1}`;
      const sent = await office.send('POST', 'auth/login', payload, { token: '' });
      expect([name, sent.status, sent.body.code]).toEqual([name, 422, 'validation']);
      expect(Object.entries(sent.body.errors ?? {})).toEqual([[name, [expect.stringMatching(/is not a field/)]]]);
    }
  });

  it('is no resource, no format and no identifier', async () => {
    const urls = NAMES.flatMap((name) => [`schemas/${name}`, `brands/${name}`, `events/${name}`]);
    expect(await found(urls.map((url) => ({ method: 'GET', url: `/api/${url}` })))).toEqual([]);
  });
});

/** Names with dots look like paths to inherited properties. */
const PATHS = ['__proto__.toString', 'constructor.name.length', 'lines.0.__proto__.hasOwnProperty'];
const ALL = [...NAMES, ...PATHS];
const hostile = `{${ALL.map((name) => `"${name}":1`).join()}}`;
/** At the top level, in an object, in a list, and in an element of a list. */
const BODY = `${hostile.slice(0, -1)},"filters":${hostile},"lines":[${hostile},{"discount":${hostile},"note":[${hostile}]}]}`;

describe('every route', () => {
  const inherited = () => Object.getOwnPropertyNames(Object.prototype).sort();

  it.each(['signed in', 'anonymous'])(
    'takes all of these names at any depth of a body or question for what is wrong with it (%s)',
    async (who) => {
      const before = inherited();
      const question = ALL.flatMap((name) => [`${name}=1`, `filter[${name}]=1`]).join('&');
      const wrong = await found(
        (who === 'anonymous' ? every : sampleOf(every, SIGNED_IN)).map((route) => {
          const { method } = route;
          const address = addressOf(route);
          const token = who === 'anonymous' ? '' : tokenFor(route);
          if (method !== 'GET') return { method, url: `/api/${address}`, payload: BODY, token };
          return { method, url: `/api/${address}${address.includes('?') ? '&' : '?'}${question}`, token };
        }),
      );
      expect(wrong).toEqual([]);
      expect(inherited()).toEqual(before);
      expect(every.length).toBeGreaterThan(700);
    },
  );

  it('takes none of them out of what all objects inherit, where a body is tried without what is wrong', async () => {
    const before = inherited();
    for (const name of PATHS) {
      const brand = { brand_name: 'Nawroz', [name]: 1 };
      const sent = await office.send('POST', 'brands', brand);
      expect([name, sent.status, Object.keys(sent.body.errors ?? {})]).toEqual([name, 422, [name]]);
    }
    expect(inherited()).toEqual(before);
    expect(`${{}}`).toBe('[object Object]');
  });
});

describe('a body of very many fields', () => {
  it('is told of some of them', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 1]));
    for (const path of ['brands', 'table_layout']) {
      const sent = await office.send('POST', path, fields);
      const told = Object.keys(sent.body.errors ?? {}).length;
      expect([path, sent.status, told > 0 && told <= 500]).toEqual([path, 422, true]);
    }
  });

  it('and of very many objects is refused like every other', async () => {
    const note = Array.from({ length: 100_000 }, () => ({}));
    const sent = await office.send('POST', 'brands', { brand_name: 'Nawroz', note });
    expect([sent.status, Object.keys(sent.body.errors ?? {})]).toEqual([422, ['note']]);
  });
});

describe('a body that is nested deep', () => {
  it('is refused with 400, by whoever and wherever it is sent', async () => {
    for (const [url, token] of [
      ['/api/auth/login', ''],
      ['/api/sales', office.token],
      ['/api/table_views', office.token],
    ] as const) {
      for (const payload of [
        '['.repeat(20_000),
        `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      ]) {
        const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
        const answer = await office.app.inject({ method: 'POST', url, headers, payload });
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, 'malformed']);
      }
    }
  });

  it('is taken where brackets stand in a text', async () => {
    const note = `${'['.repeat(100)}"\\`;
    const sent = await office.send('POST', 'brands', { brand_name: note });
    expect(sent.status).toBe(201);
  });
});

describe('a form that breaks off in its middle', () => {
  it('is refused as one without a file, wherever a file is asked for', async () => {
    const files = (await everyRoute(office.database.url, SECRET)).filter(
      ({ method, url }) => method === 'POST' && /^attachments$|\/file$/.test(url),
    );
    expect(files.length).toBeGreaterThan(3);
    for (const route of files) {
      const answer = await office.app.inject({
        method: 'POST',
        url: `/api/${addressOf(route)}`,
        headers: { authorization: `Bearer ${office.token}`, 'content-type': 'multipart/form-data; boundary=x' },
        payload: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
      });
      expect([route.url, answer.statusCode]).toEqual([route.url, 422]);
    }
  });
});
