/** The price checker of a till shows what may be sold: without what has expired, and what is held. */
import { expect, it } from 'vitest';
import type { Kits } from '../../../domain/batches/batch-places.ts';
import type { BatchOnHand } from '../../../domain/values/batch.ts';
import { factsOf } from '../../../web/till/device/catalogue/catalogue-facts.ts';
import type { TillItem } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import type { CatalogueTables } from '../../../web/till/device/catalogue/catalogue-tables.ts';
import { SoldBatches } from '../../../web/till/device/sold-batches.ts';
import { lookUpOnDevice } from '../../../web/till/price-checker/look-up-on-device.ts';
import { DAY, tillItem } from './till-shop.ts';

const batch = (batch_number: string, expire_date: string, quantity: string, is_held = false): BatchOnHand => ({
  ...{ batch_number, expire_date, quantity, is_held },
});
const GOOD = batch('GOOD', '2027-04-01', '5');
const OLD = batch('OLD', '2026-03-19', '7');
const HELD = batch('HELD', '2027-04-01', '9', true);

const tables = (settings: object): CatalogueTables => ({
  ...{ categories: [], promotions: [], taxes: [], pricing_profiles: [], rates: [], expense_types: [], accounts: [] },
  ...{ outlets: [], inventories: [], print_templates: [], cashiers: [], favourites: [] },
  units: [
    { id: 1, unit_name: 'Piece' },
    { id: 2, unit_name: 'Dozen' },
  ],
  currencies: [{ id: 1, symbol: 'IQD', decimals: 0 }],
  settings: { currency_fk: 1, ...settings },
});

interface Seller {
  readonly sees?: boolean;
  readonly settings?: object;
  readonly kits?: Kits;
}

async function stockOf(batches: readonly BatchOnHand[], { sees = true, settings = {}, kits }: Seller = {}) {
  const stock = String(batches.reduce((sum, { quantity }) => sum + Number(quantity), 0));
  const item: TillItem = {
    ...tillItem(12),
    has_expire: true,
    has_batch_number: true,
    batches,
    stock,
    ...(kits && { kits }),
  };
  const sold = new SoldBatches();
  const moment = { date: DAY, time: '10:00:00' };
  const own = tables(settings);
  const found = await lookUpOnDevice({
    catalogue: {
      tables: () => own,
      byBarcode: async () => ({ item, unit_fk: 1 }),
      facts: (actor) =>
        factsOf(
          {
            ...{ tables: own, moment, place: { outlet: 1, inventory: 1 } },
            row: (kind, id) => (kind === 'item' && id === item.id ? item : undefined),
            batches: () => sold.left(item),
          },
          actor,
        ),
    },
    clock: { moment: () => moment },
    identity: { current: () => undefined },
    cashiers: { may: (right) => sees && right === 'stocks/index' },
  })('6291041500220', 'en');
  return found?.stock?.map(({ quantity, unit_name }) => `${quantity} ${unit_name}`);
}

it('shows what may be sold, without what has expired and what is held', async () => {
  expect(await stockOf([GOOD, OLD, HELD])).toEqual(['5 Piece']);
  expect(await stockOf([OLD, HELD])).toEqual(['0 Piece']);
  expect(await stockOf([GOOD])).toEqual(['5 Piece']);
});

it('shows expired goods where the settings sell them, and held ones never', async () => {
  expect(await stockOf([GOOD, OLD, HELD], { settings: { sell_expired: true } })).toEqual(['1 Dozen']);
});

it('shows no kits where all of them contain what may not be sold', async () => {
  const kits = (...inside: readonly BatchOnHand[]): Kits => ({
    onHand: '5',
    collections: [{ unit: '1', parts: [{ names: { name: 'Soap' }, each: '1', inside }] }],
  });
  expect(await stockOf([GOOD], { kits: kits(HELD) })).toEqual(['0 Piece']);
  expect(await stockOf([GOOD], { kits: kits(HELD, GOOD) })).toEqual(['5 Piece']);
  expect(await stockOf([GOOD], { kits: kits(OLD), settings: { sell_expired: true } })).toEqual(['5 Piece']);
});

it('shows no stock to who may not see it', async () => {
  expect(await stockOf([GOOD, OLD, HELD], { sees: false })).toBeUndefined();
});
