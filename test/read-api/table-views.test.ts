import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../api/people.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let [clerk, sharer, stranger] = ['', '', ''];

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '100'));
  for (const quantity of ['1', '2', '3']) await office.add('sales', saleBody(shop, quantity));
  const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
  const elsewhere = await office.add('outlets', { outlet_name: 'Elsewhere' });
  clerk = await office.person('clerk', ['sales/index'], given);
  sharer = await office.person('sharer', ['sales/index', 'table_views/share'], given);
  stranger = await office.person('stranger', ['sales/index', 'table_views/share'], { outlets: [elsewhere] });
});
afterAll(() => office.close());

const SCREEN = '/sales/sales';
const ADDRESS = '?sortColumn=total&filter[status]=complete&columns=number,total';

interface View {
  readonly view_id: number;
  readonly view_name: string;
  readonly address: string;
  readonly is_mine: boolean;
  readonly is_shared: boolean;
  readonly is_default: boolean;
}

const views = async (token: string, screen = SCREEN) =>
  (await office.read(`table_views?screen=${screen}`, token)).data as unknown as View[];
const named = async (token: string, name: string) => (await views(token)).find(({ view_name }) => view_name === name);

async function save(token: string, view_name: string, more: object = {}): Promise<number> {
  const body = { screen: SCREEN, view_name, address: ADDRESS, ...more };
  const answer = await office.send('POST', 'table_views', body, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return Number(answer.body.data['view_id']);
}

describe('a saved view', () => {
  it('is its address under a name, for its owner and for that screen only', async () => {
    await save(clerk, 'Large sales');
    expect(await named(clerk, 'Large sales')).toMatchObject({
      address: ADDRESS,
      is_mine: true,
      is_shared: false,
      is_default: false,
    });
    expect(await views(sharer)).toEqual([]);
    expect(await views(clerk, '/sales/sales-returns')).toEqual([]);
  });

  it('has a name that its owner uses once on a screen, in capitals or not', async () => {
    const again = await office.send(
      'POST',
      'table_views',
      { screen: SCREEN, view_name: 'LARGE sales', address: '' },
      { token: clerk },
    );
    expect(again.status).toBe(422);
    expect(again.body.errors).toHaveProperty('view_name');
    await save(sharer, 'Large sales');
    expect(await views(sharer)).toHaveLength(1);
  });

  it('is renamed, filled anew and deleted by its owner; for others it is not there', async () => {
    const id = await save(clerk, 'Passing');
    expect((await office.send('PATCH', `table_views/${id}`, { view_name: 'X' }, { token: sharer })).status).toBe(404);
    expect((await office.send('DELETE', `table_views/${id}`, undefined, { token: sharer })).status).toBe(404);
    const changed = { view_name: 'Staying', address: '?page=2' };
    expect((await office.send('PATCH', `table_views/${id}`, changed, { token: clerk })).status).toBe(200);
    expect(await named(clerk, 'Staying')).toMatchObject({ view_id: id, address: '?page=2' });
    const taken = await office.send('PATCH', `table_views/${id}`, { view_name: 'large sales' }, { token: clerk });
    expect(taken.status).toBe(422);
    expect((await office.send('DELETE', `table_views/${id}`, undefined, { token: clerk })).status).toBe(200);
    expect(await named(clerk, 'Staying')).toBeUndefined();
  });

  it('is shared with the permission only, and stops being the first view of others when it is taken back', async () => {
    const body = { screen: SCREEN, view_name: 'Everybody', address: ADDRESS, is_shared: true };
    expect((await office.send('POST', 'table_views', body, { token: clerk })).status).toBe(403);
    const id = await save(sharer, 'Everybody', { is_shared: true });
    expect(await named(clerk, 'Everybody')).toMatchObject({ is_mine: false, is_shared: true });
    const choose = (token: string, view_id: number | null) =>
      office.send('POST', 'default_table_view', { screen: SCREEN, view_id }, { token });
    expect((await choose(clerk, id)).status).toBe(200);
    expect(await named(clerk, 'Everybody')).toMatchObject({ is_default: true });
    expect(await named(sharer, 'Everybody')).toMatchObject({ is_default: false });
    await office.send('PATCH', `table_views/${id}`, { is_shared: false }, { token: sharer });
    expect(await named(clerk, 'Everybody')).toBeUndefined();
    expect((await choose(clerk, id)).status).toBe(404);
    await office.send('PATCH', `table_views/${id}`, { is_shared: true }, { token: sharer });
    expect(await named(clerk, 'Everybody')).toMatchObject({ is_default: false });
  });

  it('that was shared is changed with the permission only, and taken back and deleted without it', async () => {
    const { id: person, token } = await signedIn(office, 'former', ['sales/index', 'table_views/share']);
    const id = await save(token, 'Left behind', { is_shared: true });
    const change = async (changed: object) =>
      (await office.send('PATCH', `table_views/${id}`, changed, { token })).status;
    expect(await change({ view_name: 'Shared anew' })).toBe(200);
    const { role_fk } = (await office.read(`users/${person}`)).data;
    const role = await office.send('PATCH', `roles/${role_fk}`, { permissions: ['sales/index'] });
    expect(role.status, JSON.stringify(role.body)).toBe(200);
    expect(await change({ view_name: 'Renamed' })).toBe(403);
    expect(await change({ address: '?page=2' })).toBe(403);
    expect(await named(clerk, 'Shared anew')).toMatchObject({ address: ADDRESS });
    expect(await change({ is_shared: false, address: '?page=2' })).toBe(200);
    expect(await named(clerk, 'Shared anew')).toBeUndefined();
    expect(await change({ view_name: 'Mine' })).toBe(200);
  });

  it('shows another person the same rows or fewer, never more', async () => {
    const rows = async (token: string) =>
      (await office.read('sales?sortColumn=total&filter[status]=complete', token)).data['total'];
    expect(await rows(sharer)).toBe(3);
    expect(await rows(clerk)).toBe(3);
    expect(await rows(stranger)).toBe(0);
    expect(await named(stranger, 'Everybody')).toMatchObject({ address: ADDRESS });
  });

  it.each([
    ['an address with a fragment', { address: '?a=1#b' }, 'address'],
    ['an address elsewhere', { address: 'https://example.com' }, 'address'],
    ['a name of blanks', { view_name: '   ' }, 'view_name'],
    ['a screen that is none', { screen: 'javascript:alert(1)' }, 'screen'],
  ])('with %s is refused', async (_what, wrong, field) => {
    const body = { screen: SCREEN, view_name: 'Wrong', address: '', ...wrong };
    const answer = await office.send('POST', 'table_views', body, { token: clerk });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty([field]);
  });
});

describe('the columns of a list', () => {
  const layout = { order: ['total', 'number'], widths: { total: 180 }, pinned: ['total'] };

  it('are kept for each person: order, width, pinned; and put back', async () => {
    const keep = (token: string, kept: object | null) =>
      office.send('POST', 'table_layout', { model: 'sales', layout: kept }, { token });
    expect((await keep(clerk, layout)).status).toBe(200);
    expect((await office.read('sales', clerk)).data['layout']).toEqual(layout);
    expect((await office.read('sales', sharer)).data['layout']).toBeNull();
    expect((await office.read('purchases')).data['layout']).toBeNull();
    expect((await keep(clerk, null)).status).toBe(200);
    expect((await office.read('sales', clerk)).data['layout']).toBeNull();
  });

  it('are refused when a width is no width of a column', async () => {
    for (const wrong of [{ ...layout, widths: { total: 5 } }, { ...layout, colour: 'red' }, { order: ['total'] }]) {
      const answer = await office.send('POST', 'table_layout', { model: 'sales', layout: wrong }, { token: clerk });
      expect(answer.status).toBe(422);
    }
  });
});

describe('the identifiers of all rows that match', () => {
  it('are in the order of the list, without its pages, and of the outlets of whoever asks', async () => {
    const ids = async (query: string, token?: string) => {
      const { revisions, ...rest } = (await office.read(`sales/ids?${query}`, token)).data;
      expect(revisions).toEqual((rest['ids'] as unknown as number[]).map(() => 0));
      return rest;
    };
    expect(await ids('sortColumn=total&sortDir=asc')).toEqual({ ids: [1, 2, 3], total: 3 });
    expect(await ids('filter[total]=2000,&sortColumn=total&page=2')).toEqual({ ids: [3, 2], total: 2 });
    expect(await ids('', stranger)).toEqual({ ids: [], total: 0 });
    expect((await office.read('sales/ids?nothing=1')).status).toBe(400);
  });
});

describe('totals that were kept', () => {
  it('are those of the rows that are there now', async () => {
    const total = async () => (await office.read('sales')).data;
    const before = await total();
    expect(await total()).toMatchObject({ total: before['total'], footer: before['footer'] });
    await office.add('sales', saleBody(shop, '5'));
    expect(await total()).toMatchObject({ total: 4, footer: { total_base: '11000' } });
  });

  it('are of the outlets of whoever asks', async () => {
    expect((await office.read('sales', stranger)).data).toMatchObject({ total: 0 });
    expect((await office.read('sales', clerk)).data).toMatchObject({ total: 4 });
  });
});
