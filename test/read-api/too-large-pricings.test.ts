/** A pricing that does not fit into one append is refused by itself, and holds off no other one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activateDue } from '../../command-api/catalogue/due-pricings.ts';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import type { BulkResult } from '../../command-api/jobs/bulk.ts';
import { BatchTooLarge, MAX_APPEND_BYTES } from '../../event-store/port.ts';
import { type Identity, openIdentity } from '../../identity/identity.ts';
import { rolesAt } from '../support/database.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

const TOMORROW = new Date(2026, 2, 12, 0, 0, 2);
const [UNITS, BARCODES, LENGTH] = [12, 20, 48];
/** A character of three bytes. */
const WIDE = '\u8d27';
/** Each change of a price stores all barcodes of its item. */
const ITEMS = Math.ceil(MAX_APPEND_BYTES / (UNITS * BARCODES * (LENGTH - 8) * 3)) + 1;

let office: Office;
let commands: Commands;
let identity: Identity;
let unit: number;
const large: number[] = [];
beforeAll(async () => {
  office = await openOffice();
  const { command: databaseUrl } = rolesAt(office.database.url);
  commands = await openCommands({ databaseUrl, clock: () => TOMORROW });
  identity = await openIdentity({ databaseUrl, store: commands.store });
  const units: number[] = [];
  for (let n = 0; n < UNITS; n += 1) units.push(await office.add('units', { unit_name: `Unit ${n}` }));
  unit = Number(units[0]);
  for (let n = 0; n < ITEMS; n += 1) large.push(await office.add('items', item(`Large ${n}`, units, BARCODES)));
});
afterAll(async () => {
  await identity.close();
  await commands.close();
  await office.close();
});

const item = (item_name: string, units: readonly number[], barcodes: number) => ({
  item_name,
  item_units: units.map((unit_fk, place) => ({
    ...{ unit_fk, base_unit_qty: String(place + 1), is_base: place === 0, is_default: place === 0, sale_price: '1000' },
    barcodes: Array.from({ length: barcodes }, (_, n) => `${item_name} ${place} ${n} `.padEnd(LENGTH, WIDE)),
  })),
});

/** Prices of all large items, and of one small item. */
async function pricings(date: string, more: object): Promise<{ tooLarge: number; small: number; item: number }> {
  const goods = await office.add('items', item(`Small of ${date}`, [unit], 0));
  const add = (items: readonly number[]) => {
    const lines = items.map((item_fk) => ({ item_fk, unit_fk: unit, new_price: '1200' }));
    return office.add('item_pricings', { date, lines, ...more });
  };
  return { tooLarge: await add(large), small: await add([goods]), item: goods };
}
const priceOf = async (id: number) => {
  const { item_units } = (await office.read(`items/${id}`)).data as unknown as { item_units: { sale_price: string }[] };
  return item_units[0]?.sale_price;
};

describe('a pricing that is too large for one append', () => {
  it('is left when it is due, with the reason, and a later one takes effect', async () => {
    const { tooLarge, small, item: goods } = await pricings('2026-03-12', { status: 'active' });
    await office.read('item_pricings');
    const { activated, left } = await activateDue({ commands, identity, clock: () => TOMORROW });
    expect(activated).toEqual([small]);
    expect(left).toEqual([{ id: tooLarge, why: expect.any(BatchTooLarge) }]);
    await expect.poll(() => priceOf(goods)).toBe('1200');
  });

  it('is refused by itself among others in a bulk action, in its preview too', async () => {
    const { tooLarge, small } = await pricings('2026-03-11', {});
    const body = { action: 'activate', ids: [tooLarge, small] };
    const refused = { id: tooLarge, message: 'This is too large to be taken' };
    const preview = await office.send('POST', 'item_pricings/bulk?dry_run=1', body);
    expect(preview.body.data).toMatchObject({ ready: 1, left: [refused] });
    const started = await office.send('POST', 'item_pricings/bulk', body);
    const result = await resultOf<BulkResult>(office, String(started.body.data['job_id']));
    expect(result).toMatchObject({ done: [small], refused: [refused] });
  });
});
