/** What `doctor` says of the time zone of the business. */
import { afterEach, expect, it } from 'vitest';
import { describeZone } from '../../launcher/health/zone-state.ts';

const given = process.env['TZ'];
afterEach(() => {
  if (given === undefined) delete process.env['TZ'];
  else process.env['TZ'] = given;
});

/** A database whose settings have this zone; undefined before the read models are built. */
const said = (time_zone: string | null | undefined, environment: NodeJS.ProcessEnv) =>
  describeZone(
    async (sql) => (sql.includes('to_regclass') ? [{ there: time_zone !== undefined }] : [{ time_zone }]),
    environment,
  );

it('is the one that was chosen', async () => {
  expect(await said('Asia/Shanghai', {})).toBe('Asia/Shanghai, chosen for the business');
});

it('is named as inherited from TZ, or with a warning from the machine', async () => {
  process.env['TZ'] = 'Asia/Baghdad';
  const environment = { TZ: 'Asia/Baghdad' };
  for (const none of [null, undefined, 'Mars/Olympus']) {
    expect(await said(none, environment)).toMatch(/^Asia\/Baghdad, only inherited from TZ\. .*Choose the zone/);
  }
  expect(await said(null, {})).toMatch(/^WARNING: Asia\/Baghdad, only inherited from the machine\. /);
});

it('is a fault when TZ names none', async () => {
  await expect(said(null, { TZ: 'UTC+3' })).rejects.toThrow('TZ is "UTC+3", which is not a time zone');
});
