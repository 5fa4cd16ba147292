/** Cookies that permit requests of a page: each permits its own routes only, and none a request from another site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, everyRoute } from '../support/every-route.ts';
import { type Api, openApi, PASSWORD, SECRET } from './api.ts';
import { openApplication } from './customers-app.ts';
import { cookieOf } from './people.ts';

let api: Api;
let docs: string;
beforeAll(async () => {
  api = await openApi();
  await openApplication(api);
  docs = cookieOf(await api.send('POST', 'auth/docs'));
});
afterAll(() => api.close());

const tokenIn = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);
const statusOf = async (url: string, headers: Record<string, string>) =>
  (await api.app.inject({ url: `/api/${url}`, headers })).statusCode;

describe('the cookie of the documentation', () => {
  it('opens the documentation', async () => {
    expect(docs).toMatch(/^daftar_docs=ey/);
    expect([await statusOf('docs/', { cookie: docs }), await statusOf('docs/json', { cookie: docs })]).toEqual([
      200, 200,
    ]);
  });

  it('opens no other route, neither as a cookie nor as a token', async () => {
    const routes = (await everyRoute(api.database.url, SECRET)).filter(
      ({ permission, side, url }) => permission !== 'anonymous' && side === 'command' && !url.startsWith('docs'),
    );
    expect(routes.length).toBeGreaterThan(400);
    const opened: string[] = [];
    for (const route of routes) {
      for (const headers of [{ cookie: docs }, { authorization: `Bearer ${tokenIn(docs)}` }]) {
        const url = `/api/${addressOf(route)}`;
        const { statusCode } = await api.app.inject({ method: route.method, url, headers });
        if (statusCode !== 401) opened.push(`${route.method} ${route.url} ${statusCode}`);
      }
    }
    expect(opened).toEqual([]);
  });

  it('is no other token: that of a session or of pictures in its place opens nothing', async () => {
    const signedIn = await api.send(
      'POST',
      'auth/login',
      { email: 'admin@daftar.local', password: PASSWORD },
      { token: '' },
    );
    const pictures = [signedIn.headers['set-cookie']]
      .flat()
      .find((value) => String(value).startsWith('daftar_pictures='));
    for (const token of [api.token, tokenIn(String(pictures).split(';')[0] ?? '')]) {
      expect(await statusOf('docs/json', { cookie: `daftar_docs=${token}` })).toBe(401);
    }
    expect(await statusOf('docs/json', { authorization: `Bearer ${api.token}` })).toBe(200);
  });

  it('ends with its session', async () => {
    const { body } = await api.send(
      'POST',
      'auth/login',
      { email: 'admin@daftar.local', password: PASSWORD },
      { token: '' },
    );
    const token = String(body.data['access_token']);
    const cookie = cookieOf(await api.send('POST', 'auth/docs', undefined, { token }));
    expect(await statusOf('docs/json', { cookie })).toBe(200);
    await api.send('POST', 'auth/logout', undefined, { token });
    expect(await statusOf('docs/json', { cookie })).toBe(401);
  });
});

describe('a request that another site caused', () => {
  const SITES = ['cross-site', 'same-site'];

  it('has no cookies', async () => {
    const { headers } = await api.send(
      'POST',
      'auth/login',
      { email: 'admin@daftar.local', password: PASSWORD },
      { token: '' },
    );
    const cookie = [headers['set-cookie']]
      .flat()
      .map((value) => String(value).split(';')[0])
      .join('; ');
    const refresh = async (site: string) =>
      (
        await api.app.inject({
          method: 'POST',
          url: '/api/auth/refresh',
          headers: { cookie, 'x-requested-with': 'daftar', 'sec-fetch-site': site },
        })
      ).statusCode;
    for (const site of SITES) {
      expect([site, await statusOf('docs/json', { cookie: docs, 'sec-fetch-site': site })]).toEqual([site, 401]);
      expect([site, await refresh(site)]).toEqual([site, 401]);
    }
    expect(await refresh('same-origin')).toBe(200);
    for (const site of ['same-origin', 'none']) {
      expect([site, await statusOf('docs/json', { cookie: docs, 'sec-fetch-site': site })]).toEqual([site, 200]);
    }
  });
});
