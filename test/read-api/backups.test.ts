/** The state of backups, for people who set up the business. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECRET } from '../api/api.ts';
import { onDatabase } from '../backup/place.ts';
import { holdersOf } from '../support/holders.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());
beforeEach(() => onDatabase(office.database.url, (client) => client.query('truncate backup.run')));

/** A run `hoursAgo`; automatic by default. */
const run = (kind: string, hoursAgo: number, problem: string | null = null, isDaily = true) =>
  onDatabase(office.database.url, (client) =>
    client.query(
      `insert into backup.run (kind, is_daily, file, started_at, finished_at, problem, detail)
       select $1, $2, '/backups/x.tar.gz', at, at, $3, 'ENOSPC: no space left on device /backups'
       from (select now() - make_interval(hours => $4, mins => 10) as at) t`,
      [kind, isDaily, problem, hoursAgo],
    ),
  );

const asked = async () => (await office.read('backups')).data;

describe('GET backups', () => {
  it('has nothing to tell when none was made', async () => {
    expect(await asked()).toEqual({ newest: null, problem: null });
  });

  it('shows the age of the newest, automatic or by a command', async () => {
    await run('backup', 30);
    await run('backup', 5, null, false);
    const finished_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await asked()).toEqual({ newest: { finished_at, age_hours: 5, is_daily: false }, problem: null });
  });

  it('shows why the last one failed, until one is made, without the folder', async () => {
    await run('backup', 60);
    await run('backup', 2, 'disk_full');
    const answer = await office.read('backups');
    expect(answer.data).toMatchObject({ newest: { age_hours: 60 }, problem: { kind: 'backup', problem: 'disk_full' } });
    expect(answer.text).not.toContain('/backups');
    await run('backup', 1);
    expect(await asked()).toMatchObject({ newest: { age_hours: 1 }, problem: null });
  });

  it('shows that an old one is damaged, and that pictures are missing in the newest', async () => {
    await run('backup', 3);
    await run('check', 2, 'damaged');
    expect(await asked()).toMatchObject({ newest: { age_hours: 3 }, problem: { kind: 'check', problem: 'damaged' } });
    await run('backup', 1, 'pictures_missing');
    expect(await asked()).toMatchObject({ newest: { age_hours: 1 }, problem: { problem: 'pictures_missing' } });
  });

  it('does not count one of a clock that was ahead', async () => {
    await run('backup', 30);
    await run('backup', -24 * 400);
    await run('check', -24 * 400, 'damaged');
    expect(await asked()).toMatchObject({ newest: { age_hours: 30 }, problem: null });
  });

  it('is for those who set up the business', async () => {
    const [owner = '', clerk = ''] = await holdersOf(office.database.url, SECRET, [
      // The outlet with the number 1 is the only one.
      { permissions: ['system_settings/update'], outlets: [1] },
      { permissions: ['sales/index'] },
    ]);
    expect([(await office.read('backups', owner)).status, (await office.read('backups', clerk)).status]).toEqual([
      200, 403,
    ]);
  });
});
