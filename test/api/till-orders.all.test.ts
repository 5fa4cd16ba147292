/**
 * The number of waiting online orders is sent to tills and the office by server-sent events, and returned by a route
 * for clients without them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsIn } from '../../web/shared/api/events.ts';
import { openOffice } from '../read-api/office.ts';
import { signedIn } from './people.ts';
import { saleBody } from './shop.ts';
import { type Device, newDevice, openTillShop, type TillShop } from './tilling.ts';

let shop: TillShop;
let device: Device;
let address: string;
const ended = new AbortController();
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  device = await newDevice(shop, { till_name: 'Front' });
  await shop.api.app.listen({ host: '127.0.0.1', port: 0 });
  address = shop.api.app.listeningOrigin;
});
afterAll(async () => {
  ended.abort();
  await shop.api.close();
});

const open = (path: string, headers: Record<string, string>) =>
  fetch(`${address}/api/${path}`, { headers: { ...headers, accept: 'text/event-stream' }, signal: ended.signal });

/** Starts collecting the numbers that an event stream sends, each once. */
async function counts(path: string, headers: Record<string, string>): Promise<() => Promise<unknown>> {
  const answer = await open(path, headers);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events = eventsIn(answer.body as ReadableStream<Uint8Array<ArrayBuffer>>);
  return async () => (await events.next()).value;
}

const PATHS = { till: 'till/orders', office: 'online_orders/pending_order_events' };

describe('online orders that wait', () => {
  it('are sent to the till and to the office when their number changes', async () => {
    const till = await counts(PATHS.till, { cookie: device.cookie });
    const office = await counts(PATHS.office, { authorization: `Bearer ${shop.api.token}` });
    expect([await till(), await office()]).toEqual([{ count: 0 }, { count: 0 }]);
    const { status: _, ...body } = saleBody(shop, '2', { customer_fk: shop.customer });
    const id = await shop.api.add('online_orders', body);
    expect([await till(), await office()]).toEqual([{ count: 1 }, { count: 1 }]);
    await shop.api.send('POST', `online_orders/${id}/confirm`, { accepted_minutes: 30 });
    expect([await till(), await office()]).toEqual([{ count: 0 }, { count: 0 }]);
  });

  it('are returned once to clients without events', async () => {
    const asked = await shop.api.send('GET', PATHS.till, undefined, { token: '', headers: { cookie: device.cookie } });
    expect(asked.body).toEqual({ data: { count: 0 } });
    expect((await shop.api.send('GET', PATHS.office)).body).toEqual({ data: { count: 0 } });
  });

  it('are not sent to strangers, and only to a limited number of windows', async () => {
    expect((await open(PATHS.office, {})).status).toBe(401);
    expect((await open(PATHS.till, {})).status).toBe(401);
    const other = await newDevice(shop, { till_name: 'Back' });
    const cookie = other.cookie;
    for (let window = 1; window <= 8; window += 1) expect((await open(PATHS.till, { cookie })).status).toBe(200);
    expect((await open(PATHS.till, { cookie })).status).toBe(429);
    await shop.api.send('POST', `tills/${other.till}/revoke`);
    expect((await open(PATHS.till, { cookie })).status).toBe(401);
  });

  it('are sent no longer, ten seconds after the till was revoked or the person signed out', async () => {
    const lost = await newDevice(shop, { till_name: 'Lost' });
    const person = await signedIn(shop.api, 'leaving', ['online_orders/show'], { outlets: [shop.outlet] });
    const streams = [
      await counts(PATHS.till, { cookie: lost.cookie }),
      await counts(PATHS.office, { authorization: `Bearer ${person.token}` }),
    ];
    for (const next of streams) expect(await next()).toMatchObject({ count: expect.any(Number) });
    await shop.api.send('POST', `tills/${lost.till}/revoke`);
    await shop.api.send('POST', 'auth/logout', undefined, { token: person.token });
    const fromMs = performance.now();
    for (const next of streams) expect(await next()).toBeUndefined();
    expect(performance.now() - fromMs).toBeLessThan(30_000);
  });
});
