/** Backup and restore, and the way back to the version of before, by the steps of the handbook. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { onDatabase, printSeal, sealOf } from '../backup/place.ts';
import { freshDatabase } from '../support/database.ts';
import { pageOf, stepsOf } from './handbook.ts';
import { differing, KINDS, OperatedPlace, smallBusiness } from './operated-place.ts';

const WALK_MS = 300_000;
const places: OperatedPlace[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.close();
}, WALK_MS);

async function placeOf(kind: (typeof KINDS)[number]): Promise<OperatedPlace> {
  const place = await OperatedPlace.open(kind);
  places.push(place);
  return place;
}

describe.each(KINDS)('a business with its log in %s', { timeout: WALK_MS }, (kind) => {
  it('is backed up while it runs and restored into an empty place, with every table, picture and seal as before', async () => {
    const [backup = '', restore = ''] = stepsOf('Backup and restore');
    expect([backup, restore]).toEqual([
      'npm run backup -- /media/usb/books.tar.gz',
      'npm run restore -- /media/usb/books.tar.gz',
    ]);
    const old = await placeOf(kind);
    await old.enter(smallBusiness);
    await old.start();
    const file = join(old.dataDir, 'books.tar.gz');
    const made = await old.walk(backup, [file]);
    expect(made.code, made.text).toBe(0);
    const before = await old.state();
    expect(made.text).toContain(before.root);
    await old.stop();

    const place = await placeOf(kind);
    const restored = await place.walk(restore, [file]);
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining(before.root)]);
    expect(pageOf('Restoring')).toContain('`npm start`, then `npm run verify`');
    await place.walk('npm start');
    const found = await place.walk('npm run verify');
    expect(found, found.text).toMatchObject({ code: 0, text: expect.stringMatching(/^All \d+ hold/m) });
    await place.stop();
    const after = await place.state();
    expect([after.root, after.models]).toEqual([before.root, before.models]);
    // What a start notes by itself, and sessions of the staff, which a backup leaves out.
    const own = ['identity.session', 'identity.refresh_token', 'identity.security_event', 'log.program', 'claim.clock'];
    expect(differing(before.tables, after.tables).filter((table) => !own.includes(table))).toEqual([]);
    expect(printSeal(await sealOf(place.place))).toBe(printSeal(await sealOf(old.place)));
    // A second restore finds the place used, and changes nothing.
    const again = await place.walk(restore, [file]);
    expect(again.code).toBe(1);
    expect((await place.state()).root).toBe(before.root);
  });

  it('that refuses an older version is restored beside the newer data, which stay as they are', async () => {
    const steps = stepsOf('Going back');
    expect(steps.map((step) => step.replace(/^DATA_DIR=\S+ /, ''))).toEqual([
      'npm run restore -- /media/usb/before.tar.gz',
      'npm start',
    ]);
    const place = await placeOf(kind);
    await place.enter(smallBusiness);
    await place.start();
    await place.stop();
    const file = join(place.dataDir, 'before.tar.gz');
    expect((await place.walk('npm run backup', [file])).code).toBe(0);
    const before = await place.state();
    await place.enter(async (office) => {
      await office.send('POST', 'brands', { brand_name: 'Ari' });
    });
    const newer = await place.state();
    const again = await placeOf(kind);
    const restored = await again.walk(steps[0] ?? '', [file]);
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining(before.root)]);
    await again.walk(steps[1] ?? '');
    // Its read models are built while it runs.
    expect((await again.state()).models).toEqual(before.models);
    await again.stop();
    expect((await place.state()).root).toBe(newer.root);
  });
});

describe('a place', () => {
  it('that holds anything is not restored into', { timeout: WALK_MS }, async () => {
    const place = await placeOf('postgresql');
    await place.enter(smallBusiness);
    const file = join(place.dataDir, 'books.tar.gz');
    expect((await place.walk('npm run backup', [file])).code).toBe(0);
    const kept = await freshDatabase();
    place.takeDatabase(kept);
    await onDatabase(kept.url, (client) =>
      client.query(`insert into preference.sidebar (user_id, setting) values (1, '{}')`),
    );
    const refused = await place.walk('npm run restore', [file]);
    expect(refused.code).toBe(1);
    const { rows } = await onDatabase(kept.url, (client) => client.query('select from log.event'));
    expect(rows).toEqual([]);
  });
});
