/** A sale by keyboard alone, in Kurdish. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Goods, hasChromium, openShop, type Shop, stockShop } from '../shop.ts';
import { LINES, typesTwentyLines } from '../typed-sale.ts';

describe.skipIf(!hasChromium)('a sale in Kurdish', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, LINES);
  });
  afterAll(() => shop?.close());

  it('of twenty lines is typed without the mouse, and its total is the one that is posted', () =>
    typesTwentyLines(shop, goods, 'ckb'));
});
