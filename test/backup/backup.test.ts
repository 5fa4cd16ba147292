/** A backup that is taken under load and restored into an empty place, on each store: nothing is lost. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackup } from '../../backup/check.ts';
import { knownMigrations, restoreBackup } from '../../backup/restore.ts';
import { takeBackup } from '../../backup/take.ts';
import { PASSWORD, TODAY } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import type { Office } from '../read-api/office.ts';
import { isSuite } from '../support/ring.ts';
import {
  brokenIn,
  emptyPlace,
  modelsIn,
  openOffice,
  pictureOf,
  printSeal,
  type StoreKind,
  sealOf,
  type TestPlace,
  tablesIn,
  upload,
} from './place.ts';

const folder = mkdtempSync(join(tmpdir(), 'daftar-backups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STORES: readonly StoreKind[] = isSuite ? ['postgresql'] : ['postgresql', 'kurrentdb'];

describe.each(STORES)('a backup on %s', (kind) => {
  let place: TestPlace;
  let office: Office;
  let shop: Shop;
  let picture: string;
  let clerk: string;
  beforeAll(async () => {
    place = await emptyPlace(kind);
    office = await openOffice(place);
    shop = await openShop(office);
    picture = await upload(office, 'darkred');
    clerk = await office.person('clerk', ['sales/index', 'sales/store'], { outlets: [shop.outlet] });
    await office.send('POST', 'table_views', { screen: '/sales/sales', view_name: 'Mine', address: 'status=complete' });
    await office.add('purchases', purchaseBody(shop, '100'));
    await office.add('sales', saleBody(shop, '3', { attachments: [picture] }));
    await office.add('sales', saleBody(shop, '2', { note: 'tab\tline\nback\\slash “هەژمار”' }));
    const seal = await sealOf(place);
    mkdirSync(join(place.dataDir, 'seals'));
    writeFileSync(join(place.dataDir, 'seals', `seal-${seal.last_position}.jsonl`), printSeal(seal));
    await office.add('sales', saleBody(shop, '1'));
  });
  afterAll(async () => {
    await office?.close();
    await place?.remove();
  });

  it('is one file that only its owner can read, written beside and renamed, and never over another', async () => {
    const file = join(folder, `${kind}-file.tar.gz`);
    const { bytes, contents } = await takeBackup(place, file, TODAY);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).size).toBe(bytes);
    expect(contents).toMatchObject({ pictures: 1, seals: 1, root: (await sealOf(place)).root });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    await expect(takeBackup(place, file, TODAY)).rejects.toThrow('is there already');
  });

  it('restores the same tables, read models, seal and pictures in an empty place, where verify holds', async () => {
    const file = join(folder, `${kind}-same.tar.gz`);
    const { header } = await takeBackup(place, file, TODAY);
    const before = { tables: await tablesIn(place), models: await modelsIn(place), seal: await sealOf(place) };
    const pictures = await pictureOf(office, picture);
    const restored = await emptyPlace(kind);
    try {
      const { contents, migrated, leftOut } = await restoreBackup(file, restored);
      expect([contents.root, migrated, leftOut, header.store]).toEqual([before.seal.root, [], [], kind]);
      expect(await tablesIn(restored)).toEqual(before.tables);
      expect(await sealOf(restored)).toEqual(before.seal);
      const again = await openOffice(restored);
      try {
        expect(await modelsIn(restored)).toEqual(before.models);
        expect(await brokenIn(restored)).toEqual([]);
        expect(await pictureOf(again, picture)).toEqual(pictures);
      } finally {
        await again.close();
      }
    } finally {
      await restored.remove();
    }
  });

  it('continues in the restored place as in the original one', async () => {
    const file = join(folder, `${kind}-on.tar.gz`);
    await takeBackup(place, file, TODAY);
    const restored = await emptyPlace(kind);
    await restoreBackup(file, restored);
    const again = await openOffice(restored);
    try {
      // The password is that of the backup, and its sessions are ended.
      expect((await again.read('sales', clerk)).status).toBe(401);
      expect(await again.signIn('clerk@example.com', PASSWORD)).not.toBe('undefined');
      const [there, here] = [again, office].map((office) => office.send('POST', 'sales', saleBody(shop, '1')));
      const [restoredSale, sale] = [(await there)?.body.data, (await here)?.body.data];
      expect(restoredSale).toMatchObject({ number: sale?.['number'] });
      const refused = await again.send('POST', 'sales', saleBody(shop, '94'));
      expect([refused.status, refused.body.errors]).toEqual([422, expect.objectContaining({})]);
      // A second backup, of a log that was itself restored.
      const second = join(folder, `${kind}-second.tar.gz`);
      await takeBackup(restored, second, TODAY);
      const third = await emptyPlace(kind);
      try {
        await restoreBackup(second, third);
        expect(await sealOf(third)).toEqual(await sealOf(restored));
      } finally {
        await third.remove();
      }
    } finally {
      await again.close();
      await restored.remove();
    }
  });

  it('taken while commands go on, holds every answered command up to its head, with its claims', async () => {
    const file = join(folder, `${kind}-busy.tar.gz`);
    let isTaken = false;
    let entered = 0;
    const entering = (async () => {
      while (!isTaken) {
        await office.add('sales', saleBody(shop, '1', { payment_type: 'cash', status: 'draft' }));
        await office.add('purchases', purchaseBody(shop, '2'));
        entered += 1;
      }
    })();
    await expect.poll(() => entered).toBeGreaterThan(1);
    const { header } = await takeBackup(place, file, TODAY);
    const atEnd = entered;
    await expect.poll(() => entered).toBeGreaterThan(atEnd);
    isTaken = true;
    await entering;
    const { contents } = await checkBackup(file, knownMigrations());
    expect(contents.events).toBeLessThan((await sealOf(place)).events);
    const restored = await emptyPlace(kind);
    try {
      await restoreBackup(file, restored);
      expect(String((await sealOf(restored)).last_position)).toBe(header.head);
      const again = await openOffice(restored);
      await modelsIn(restored);
      expect(await brokenIn(restored)).toEqual([]);
      await again.close();
    } finally {
      await restored.remove();
    }
  });
});
