/** The copy of the log beside the backups: what was entered after a backup is restored, up to any moment. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { momentOf } from '../../backup/log-copy/continuation.ts';
import { copyFolder, runsIn } from '../../backup/log-copy/copied-files.ts';
import { LogCopy } from '../../backup/log-copy/rounds.ts';
import { restoreBackup } from '../../backup/restore.ts';
import { endRestoring, isHalfRestored } from '../../backup/restoring.ts';
import { recordRun } from '../../backup/runs.ts';
import { takeBackup } from '../../backup/take.ts';
import { rebuildClaims } from '../../command-api/claims-of-log/from-log/rebuild-claims.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { START } from '../../event-store/port.ts';
import { describeLogCopy } from '../../launcher/health/log-copy-state.ts';
import { TODAY } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import type { Office } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { isSuite } from '../support/ring.ts';
import {
  brokenIn,
  emptyPlace,
  modelsIn,
  onDatabase,
  openOffice,
  type StoreKind,
  sealOf,
  type TestPlace,
  tablesIn,
} from './place.ts';

const STORES: readonly StoreKind[] = isSuite ? ['postgresql'] : ['postgresql', 'kurrentdb'];
const NOW = momentOf('now');

describe.each(STORES)('the copy of a log in %s', (kind) => {
  const home = mkdtempSync(join(tmpdir(), 'daftar-log-copy-'));
  const folder = copyFolder(home);
  const file = join(home, 'books.tar.gz');
  const places: TestPlace[] = [];
  let place: TestPlace;
  let office: Office;
  let shop: Shop;
  let now = new Date('2026-03-10T08:00:00Z');
  const copies: LogCopy[] = [];

  const newPlace = async () => {
    const made = await emptyPlace(kind);
    places.push(made);
    return made;
  };
  /** As a process of the command API does it. */
  const copyOf = (of: TestPlace) => {
    const copy = new LogCopy({
      place: { ...of, databaseUrl: rolesAt(of.databaseUrl).command },
      folder: home,
      now: () => now,
    });
    copies.push(copy);
    return copy;
  };
  const sell = (quantity: string) => office.add('sales', saleBody(shop, quantity));
  const eventsOf = async (of: TestPlace) => {
    const store = await storeOf(of);
    const events = await store.readStored(START, 10_000);
    await store.close();
    return events;
  };
  /** Both steps of `npm run restore -- FILE --until`. */
  async function restoreUntil(until: Date, from = folder): Promise<TestPlace> {
    const to = await newPlace();
    await restoreBackup(file, to, { until, folder: from });
    expect(isHalfRestored(to.dataDir)).toBe(true);
    const store = await storeOf(to);
    await rebuildClaims({ store, databaseUrl: to.databaseUrl, inKurrentDb: kind === 'kurrentdb' });
    await store.close();
    await endRestoring(to.dataDir);
    return to;
  }

  beforeAll(async () => {
    place = await newPlace();
    office = await openOffice(place);
    shop = await openShop(office);
    await office.add('purchases', purchaseBody(shop, '100'));
    const startedAt = new Date();
    const { header } = await takeBackup(place, file, TODAY);
    await onDatabase(place.databaseUrl, (client) =>
      recordRun(client, {
        ...{ kind: 'backup', isDaily: true, file, startedAt, finishedAt: startedAt, lastPosition: header.head },
      }),
    );
    // Entered before the copy is begun, and after the backup.
    await sell('1');
  });
  afterEach(async () => {
    for (const copy of copies.splice(0)) await copy.close();
  });
  afterAll(async () => {
    await office?.close();
    for (const each of places) await each.remove();
    rmSync(home, { recursive: true, force: true });
  });

  it('is written by one process at a time, and goes on after one that was killed in the midst of a line', async () => {
    const [first, second] = [copyOf(place), copyOf(place)];
    expect([await first.round(), await second.round()]).toEqual([true, false]);
    await sell('2');
    await first.round();
    const [run = ''] = runsIn(folder);
    const [name = ''] = readdirSync(run);
    await first.close();
    appendFileSync(join(run, name), '{"position":"99","str');
    await sell('3');
    await second.round();
    // The next day, and a file of its own.
    now = new Date('2026-03-11T08:00:00Z');
    await sell('4');
    await second.round();
    expect(readdirSync(run)).toHaveLength(2);
    const lines = readdirSync(run).flatMap((each) => readFileSync(join(run, each), 'utf8').trimEnd().split('\n'));
    const events = await eventsOf(place);
    expect(JSON.parse(lines.at(-1)?.split('\t')[0] ?? '')).toMatchObject({ position: String(events.at(-1)?.position) });
    expect(lines.filter((line) => !line.includes('\t'))).toHaveLength(2);
  });

  it('restores everything that was entered after a backup: every table, read model and seal as before', async () => {
    const before = { tables: await tablesIn(place), models: await modelsIn(place), seal: await sealOf(place) };
    const to = await restoreUntil(NOW);
    expect(await sealOf(to)).toEqual(before.seal);
    const again = await openOffice(to);
    try {
      expect(await modelsIn(to)).toEqual(before.models);
      expect(await brokenIn(to)).toEqual([]);
      const after = await tablesIn(to);
      // Answers that come from the log have no digest of their request, and ids are reserved in blocks.
      const own = ['identity.', 'log.command', 'log.program', 'claim.clock', 'claim.counter', 'preference.'];
      const differing = Object.keys(after).filter((table) => after[table] !== before.tables[table]);
      expect(differing.filter((table) => !own.some((begin) => table.startsWith(begin)))).toEqual([]);
      // Numbers and stock go on as in the place that was lost.
      const [there, here] = [again, office].map((each) => each.send('POST', 'sales', saleBody(shop, '1')));
      expect((await there)?.body.data).toMatchObject({ number: (await here)?.body.data?.['number'] });
      expect((await again.send('POST', 'sales', saleBody(shop, '95'))).status).toBe(422);
    } finally {
      await again.close();
    }
  });

  it('restores to a moment: what was entered until then, and nothing later', async () => {
    await copyOf(place).round();
    const all = await eventsOf(place);
    const sales = all.filter(({ type }) => type.startsWith('sale.'));
    const moment = sales.at(-3)?.recordedAt ?? '';
    const to = await restoreUntil(new Date(moment));
    const restored = await eventsOf(to);
    const isBefore = ({ recordedAt }: { recordedAt: string }) => Date.parse(recordedAt) <= Date.parse(moment);
    expect(restored.map(({ id }) => id)).toEqual(all.filter(isBefore).map(({ id }) => id));
    expect(restored.length).toBeLessThan(all.length);
    const again = await openOffice(to);
    await modelsIn(to);
    expect(await brokenIn(to)).toEqual([]);
    await again.close();
    for (const [until, why] of [
      [new Date(Date.parse(all[0]?.recordedAt ?? '') + 1), /was made after this moment: restore an older one/],
    ] as const) {
      const empty = await newPlace();
      await expect(restoreBackup(file, empty, { until, folder })).rejects.toThrow(why);
      expect(isHalfRestored(empty.dataDir)).toBe(false);
    }
  });

  it('that was changed, or lacks a file or a line, is refused before anything is written', async () => {
    const [run = ''] = runsIn(folder);
    const [older = '', newer = ''] = readdirSync(run)
      .sort()
      .map((name) => join(run, name));
    const whole = readFileSync(older, 'utf8');
    const lines = whole.split('\n');
    const aside = `${newer}.aside`;
    const broken: readonly (readonly [() => void, RegExp])[] = [
      [() => writeFileSync(older, whole.replace('"v":', '"v": ')), /is damaged/],
      [() => writeFileSync(older, whole.replace(/"quantity":"2"/, '"quantity":"9"')), /was changed/],
      [() => writeFileSync(older, lines.toSpliced(2, 1).join('\n')), /was changed/],
      [() => writeFileSync(older, whole.slice(0, -20)), /is cut off|begins after position/],
      [() => writeFileSync(older, whole.replace('"daftar-log-copy-1"', '"daftar-log-copy-2"')), /first line is not/],
      [() => writeFileSync(older, lines.slice(0, -2).concat('').join('\n')), /begins after position/],
    ];
    const empty = await newPlace();
    for (const [damage, why] of broken) {
      damage();
      await expect(restoreBackup(file, empty, { until: NOW, folder })).rejects.toThrow(why);
      writeFileSync(older, whole);
    }
    renameSync(older, aside);
    await expect(restoreBackup(file, empty, { until: NOW, folder })).rejects.toThrow(/no copy of the log/);
    renameSync(aside, older);
    expect(isHalfRestored(empty.dataDir)).toBe(false);
  });

  it('is not begun below a folder that is not there, and is whole when it is back', async () => {
    const copy = copyOf(place);
    await copy.round();
    renameSync(home, `${home}-away`);
    await sell('1');
    await expect(copy.round()).rejects.toThrow(/ENOENT/);
    await expect(copy.round()).rejects.toThrow(/ENOENT/);
    renameSync(`${home}-away`, home);
    await copy.round();
    const [run = ''] = runsIn(folder);
    const last = readFileSync(join(run, readdirSync(run).sort().at(-1) ?? ''), 'utf8')
      .trimEnd()
      .split('\n')
      .at(-1);
    expect(last).toContain(`"position":"${(await eventsOf(place)).at(-1)?.position}"`);
  });

  it('that has nothing after a backup adds nothing to it', async () => {
    await copyOf(place).round();
    const late = join(home, 'late.tar.gz');
    const { header } = await takeBackup(place, late, TODAY);
    const to = await newPlace();
    const { continuation } = await restoreBackup(late, to, { until: NOW, folder });
    expect(continuation).toMatchObject({ events: 0, later: 0 });
    expect(String((await eventsOf(to)).at(-1)?.position)).toBe(header.head);
  });

  it('is reported by doctor: whether it has every entry, and a fault when it is not made', async () => {
    const look = (isRunning: boolean, BACKUP_DIR: string | undefined, later = 0) =>
      describeLogCopy({
        ...{ databaseUrl: place.databaseUrl, eventStoreUrl: place.eventStoreUrl },
        ...{ environment: { BACKUP_DIR }, isRunning, now: new Date(Date.now() + later) },
      });
    expect(await look(true, home)).toMatch(/^every entry up to position \d+ is in .*0001$/);
    await sell('1');
    expect(await look(true, home)).toMatch(/^entries since 20.* are not in .*0001: they are copied while/);
    expect(await look(false, home, 90_000)).toMatch(/they are copied while Daftar runs/);
    await expect(look(true, home, 90_000)).rejects.toThrow(/not in .*0001, although Daftar is running/);
    const empty = mkdtempSync(join(tmpdir(), 'daftar-log-copy-'));
    await expect(look(true, empty)).rejects.toThrow(/no entry was copied to .* yet, although/);
    expect([await look(false, empty), await look(true, '')]).toMatchObject(
      [/^none yet/, /^none: .*BACKUP_DIR/].map((text) => expect.stringMatching(text)),
    );
    rmSync(empty, { recursive: true });
    await copyOf(place).round();
    expect(await look(true, home)).toMatch(/^every entry/);
  });

  it('of an older state that was restored is another one, and a person says which one is meant', async () => {
    const first = runsIn(folder).map((run) => readdirSync(run).map((name) => readFileSync(join(run, name), 'utf8')));
    const to = await newPlace();
    await restoreBackup(file, to);
    const again = await openOffice(to);
    const copy = copyOf(to);
    await copy.round();
    await again.add('sales', saleBody(shop, '7'));
    await copy.round();
    await again.close();
    const runs = runsIn(folder);
    expect(runs).toHaveLength(2);
    expect(
      runs.slice(0, 1).map((run) => readdirSync(run).map((name) => readFileSync(join(run, name), 'utf8'))),
    ).toEqual(first);
    const empty = await newPlace();
    await expect(restoreBackup(file, empty, { until: NOW, folder })).rejects.toThrow(
      /Several copies.*0001, 0002.*--copy/s,
    );
    const other = await restoreUntil(NOW, runs[1]);
    expect((await eventsOf(other)).map(({ id }) => id)).toEqual((await eventsOf(to)).map(({ id }) => id));
  });

  it.runIf(kind === 'postgresql')(
    'begins another run when an older log was put in its place while it ran',
    async () => {
      const copy = copyOf(place);
      await copy.round();
      const before = runsIn(folder).length;
      await onDatabase(place.databaseUrl, async (client) => {
        await client.query('alter table log.event disable trigger event_is_forever');
        await client.query('delete from log.event where position = (select max(position) from log.event)');
        await client.query('alter table log.event enable trigger event_is_forever');
      });
      for (let round = 0; round < 3; round += 1) await copy.round();
      expect(runsIn(folder)).toHaveLength(before + 1);
    },
  );

  const storeOf = ({ databaseUrl, eventStoreUrl }: TestPlace) =>
    openEventStore({ databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) });
});

describe('a moment', () => {
  it('is written with its time of the day, in the time of this machine or with a zone', () => {
    expect(momentOf('2026-11-28T14:05')).toEqual(new Date(2026, 10, 28, 14, 5));
    expect(momentOf('2026-11-28T14:05:30+03:00').toISOString()).toBe('2026-11-28T11:05:30.000Z');
    for (const text of ['', '2026-11-28', 'yesterday', '2026-13-28T14:05', '28/11/2026 14:05']) {
      expect(() => momentOf(text)).toThrow('is no moment');
    }
  });
});
