/** The lines of a document lose nothing, whatever keys are pressed in them. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { playsGridKeys } from './grid-keys.ts';
import { hasChromium, openShop, type Shop } from './shop.ts';

const SEQUENCES = Number(process.env['GRID_SEQUENCES'] ?? 2000);

describe.skipIf(!hasChromium)('the lines of a sale', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  it('have what was typed and the cursor where a plain model has them, after 2,000 sequences of keys', () =>
    playsGridKeys(shop, SEQUENCES, Number(process.env['GRID_SEED'] ?? 1)));
});
