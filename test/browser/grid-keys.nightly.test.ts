/** The lines of a document lose nothing, in a night of random keys: 50,000 sequences against a plain model. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { SEED } from '../support/ring.ts';
import { goodsToType, playsGridKeys } from './grid-keys.ts';
import type { Items } from './grid-model.ts';
import { hasChromium, openShop, type Shop } from './shop.ts';

const PARTS = Array.from({ length: 50 }, (_, part) => part);
const SEQUENCES = 1000;

describe.skipIf(!hasChromium)('the lines of a sale', () => {
  let shop: Shop;
  let items: Items;
  beforeAll(async () => {
    shop = await openShop();
    items = await goodsToType(shop);
  });
  afterAll(() => shop?.close());

  it.each(PARTS)('have what was typed, and the cursor where the model has it: part %i', (part) =>
    playsGridKeys(shop, items, SEQUENCES, SEED * 1_000_000 + part * SEQUENCES),
  );
});
