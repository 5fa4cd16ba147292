/** The lines of a document lose nothing, whatever keys are pressed in them: 2,000 sequences against a plain model. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { goodsToType, playsGridKeys } from './grid-keys.ts';
import type { Items } from './grid-model.ts';
import { hasChromium, openShop, type Shop } from './shop.ts';

/** Each part takes less than a minute. */
const PARTS = Array.from({ length: 20 }, (_, part) => part);
const SEQUENCES = 100;

describe.skipIf(!hasChromium)('the lines of a sale', () => {
  let shop: Shop;
  let items: Items;
  beforeAll(async () => {
    shop = await openShop();
    items = await goodsToType(shop);
  });
  afterAll(() => shop?.close());

  it.each(PARTS)('have what was typed, and the cursor where the model has it: part %i', (part) =>
    playsGridKeys(shop, items, SEQUENCES, 1 + part * SEQUENCES),
  );
});
