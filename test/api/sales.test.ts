import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { openShop, saleBody, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
});
afterAll(() => api.close());

describe('a sale over the API', () => {
  it('is refused while there are no goods, with the line, the item and what there is', async () => {
    const { status, body } = await api.send('POST', 'sales', saleBody(shop, '1'));
    expect(body).toMatchObject({ code: 'claim', errors: { 'lines.0.quantity': [expect.stringContaining('Rice')] } });
    expect(status).toBe(422);
  });
});
