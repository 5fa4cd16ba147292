/**
 * The entries of a till reach the server once, with any faults of the network, the server, the windows and the storage
 * of the browser.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeWindows, hasChromium } from '../support/chromium.ts';
import { rounds } from '../support/ring.ts';
import { until } from '../support/waiting.ts';
import { crash } from './till/crash.ts';
import { enter, holds, journalOf, newBrowser, payIn, payIns, senderOf, TillPlace } from './till/till-page.ts';
import { SOON } from './typing.ts';

const MANY = rounds(50, 500);

describe.skipIf(!hasChromium)('a till', () => {
  let place: TillPlace;
  let context: BrowserContext;
  beforeAll(async () => {
    place = await TillPlace.open();
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(async () => {
    Object.assign(place.server, { requests: 0, losesAnswer: () => false, isRevoked: false, refusedNote: undefined });
    place.server.beforeAnswer = async () => undefined;
    place.server.entries.length = 0;
    context = await newBrowser();
  });
  afterEach(() => context.close());

  const allArrived = (count: number) =>
    until(async () => place.server.entries.length >= count, { what: `${count} entries` });
  const allStored = (page: Page) =>
    until(async () => (await journalOf(page)).every(({ state }) => state === 'stored'), { what: 'all are stored' });

  it('sends offline entries when the network is back, each once and in one chain', async () => {
    const page = await place.enrolled(context);
    await context.setOffline(true);
    const numbers = await enter(page, payIns(MANY, 'offline'));
    expect([numbers[0], numbers.at(-1)]).toEqual(['T3-000001', `T3-${String(MANY).padStart(6, '0')}`]);
    await expect.poll(async () => (await senderOf(page)).reason, SOON).toBe('offline');
    expect(await senderOf(page)).toMatchObject({ waiting: MANY, oldest: expect.any(String), refused: 0 });
    expect(place.server.entries).toEqual([]);
    await context.setOffline(false);
    await allArrived(MANY);
    await allStored(page);
    expect(place.server.isOneChain(MANY)).toBe(true);
    await expect.poll(() => senderOf(page), SOON).toMatchObject({ waiting: 0, oldest: null, reason: null });
  });

  it('loses nothing when its tab is killed after an entry was stored and before it was sent', async () => {
    const page = await place.enrolled(context);
    await place.stop();
    await enter(page, payIns(3, 'paid'));
    await crash(page);
    await place.start();
    const again = await place.enrolled(context);
    await allArrived(3);
    await enter(again, [payIn('after')]);
    await allArrived(4);
    expect(place.server.isOneChain(4)).toBe(true);
    const printed = await again.evaluate(async () => {
      const first = await window.till.device.journal.byNumber('T3-000001');
      return first && (await window.till.device.journal.printed(first.entry.uuid))?.html;
    });
    expect(printed).toBe('<p>T3-000001</p>');
  });

  it('never gives two windows one number, and sends from one of them', async () => {
    const [first, second] = [await place.enrolled(context), await place.enrolled(context)];
    const numbers = await Promise.all([enter(first, payIns(25, 'first')), enter(second, payIns(25, 'second'))]);
    expect(new Set(numbers.flat()).size).toBe(50);
    await allArrived(50);
    expect(place.server.isOneChain(50)).toBe(true);
    // The sending window is closed; the other one continues.
    await first.close();
    await enter(second, payIns(2, 'left'));
    await allArrived(52);
    expect(place.server.isOneChain(52)).toBe(true);
  });

  it('stores pending entries once when its page is reloaded', async () => {
    const page = await place.enrolled(context);
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    place.server.beforeAnswer = async () => {
      asked();
      await isFree;
    };
    await enter(page, payIns(4, 'in flight'));
    await isAsked;
    await page.reload();
    free();
    await holds(page, () => window.till?.device.identity.current() !== undefined);
    await allStored(page);
    expect(place.server.isOneChain(4)).toBe(true);
  });

  it('goes on when its server is killed while it sends, and sends to the next one', async () => {
    const page = await place.enrolled(context);
    let stopping: Promise<void> | undefined;
    place.server.beforeAnswer = async () => {
      stopping ??= place.stop();
      await new Promise(() => undefined);
    };
    await enter(page, payIns(3, 'before'));
    await until(async () => stopping !== undefined);
    await stopping;
    await enter(page, payIns(3, 'during'));
    await expect.poll(async () => (await senderOf(page)).waiting, SOON).toBe(6);
    place.server.beforeAnswer = async () => undefined;
    await place.start();
    await allStored(page);
    expect(place.server.isOneChain(6)).toBe(true);
  });

  it('enters each once while one answer of three is lost', async () => {
    place.server.losesAnswer = (request) => request % 3 === 0;
    const page = await place.enrolled(context);
    const count = rounds(8, 60);
    for (const content of payIns(count, 'answered or not')) {
      await enter(page, [content]);
      await allArrived((await journalOf(page)).length);
    }
    await allStored(page);
    expect(place.server.requests).toBeGreaterThan(count);
    expect(place.server.isOneChain(count)).toBe(true);
  });

  it('goes on when the browser closes its database in the middle', async () => {
    const page = await place.enrolled(context);
    await page.evaluate(
      (contents) =>
        Promise.all(
          contents.map((content) => {
            let isBroken = false;
            const inTheMiddle = () => {
              if (!isBroken) window.till.breakConnections();
              isBroken = true;
              return content;
            };
            return window.till.device.journal.append({ content: inTheMiddle, cashier_fk: 7 });
          }),
        ),
      payIns(20, 'broken'),
    );
    await allStored(page);
    expect(place.server.isOneChain(20)).toBe(true);
  });

  it('continues the chain of the server when the browser emptied its storage, and explains the possible consequences', async () => {
    const page = await place.enrolled(context);
    await enter(page, payIns(3, 'before'));
    await allStored(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: place.address, storageTypes: 'all' });
    await page.reload();
    await holds(page, () => window.till?.device.storage.state.current().lost === true);
    expect(await enter(page, [payIn('after')])).toEqual(['T3-000004']);
    await allArrived(4);
    expect(place.server.isOneChain(4)).toBe(true);
  });

  it('sends a server that was restored from a backup its lost entries, also after a newer one', async () => {
    await context.clock.install();
    const page = await place.enrolled(context);
    await enter(page, payIns(4, 'before the backup'));
    await allStored(page);
    place.server.entries.splice(2);
    await page.evaluate(() => window.till.device.refresh());
    expect(place.server.entries).toHaveLength(2);
    await enter(page, [payIn('after the backup')]);
    await allArrived(3);
    expect(place.server.isOneChain(3)).toBe(false);
    await page.clock.setSystemTime(new Date(Date.now() + 15 * 60_000));
    await page.evaluate(() => window.till.device.refresh());
    await allArrived(5);
    expect(place.server.isOneChain(5)).toBe(true);
  });

  it('keeps what the server refuses, sends the rest, and gives it as a file', async () => {
    place.server.refusedNote = 'wrong';
    const page = await place.enrolled(context);
    await enter(page, [payIn('right'), payIn('wrong'), payIn('right again')]);
    await allArrived(2);
    await expect.poll(() => senderOf(page), SOON).toMatchObject({ waiting: 0, refused: 1, reason: 'refused' });
    const file = await page.evaluate(async () => {
      const { name, content } = await window.till.device.exportFile('refused');
      return { name, text: await content.text() };
    });
    expect(file.name).toMatch(/^daftar-T3-refused-\d{4}-\d{2}-\d{2}\.jsonl$/);
    expect(JSON.parse(file.text)).toMatchObject({
      ...{ number: 'T3-000002', state: 'refused', printed: '<p>T3-000002</p>' },
      answer: { errors: [{ message: 'The note is too long' }] },
    });
  });

  it('waits with everything when the device is no till any more, and sends it when it is one again', async () => {
    const page = await place.enrolled(context);
    place.server.isRevoked = true;
    await enter(page, payIns(2, 'revoked'));
    await expect.poll(async () => (await senderOf(page)).reason, SOON).toBe('revoked');
    place.server.isRevoked = false;
    await page.evaluate(() => window.till.device.sender.wake());
    await allArrived(2);
    expect(place.server.isOneChain(2)).toBe(true);
  });

  it('opens, closes and counts a drawer without a network, and removes it thirty days after the server has it', async () => {
    await context.clock.install();
    const page = await place.enrolled(context);
    await context.setOffline(true);
    const opened = await page.evaluate(async () => {
      const { journal } = window.till.device;
      const moment = { date: '2026-03-04', time: '08:00:00' };
      const accounts = [{ account_fk: 1, safe_account_fk: 2, float_amount: '5000' }];
      const opening = await journal.append({
        content: () => ({ kind: 'open_drawer', outlet_fk: 1, ...moment, accounts }),
        cashier_fk: 7,
      });
      const drawer = { uuid: opening.entry.uuid };
      await journal.append({
        content: () => ({ kind: 'pay_in', drawer, ...moment, account_fk: 1, amount: '1000', note: 'change' }),
        cashier_fk: 7,
      });
      const open = await journal.openDrawer(7);
      const closed = [{ account_fk: 1, left_amount: '0', expected_amount: '6000' }];
      await journal.append({
        content: () => ({ kind: 'close_drawer', drawer, ...moment, accounts: closed }),
        cashier_fk: 7,
      });
      return { count: open?.entries.length, after: await journal.openDrawer(7), other: await journal.openDrawer(8) };
    });
    expect(opened).toEqual({ count: 2, after: undefined, other: undefined });
    await context.setOffline(false);
    await page.evaluate(() => window.till.device.sender.wake());
    await until(async () => {
      await context.clock.runFor(1_000);
      return place.server.entries.length === 3;
    });
    expect(place.server.isOneChain(3)).toBe(true);
    await allStored(page);
    const cleaned = async (days: number) => {
      place.server.clockMs = days * 86_400_000;
      await page.evaluate(() => window.till.device.refresh());
      return (await journalOf(page)).length;
    };
    expect([await cleaned(29), await cleaned(31)]).toEqual([3, 0]);
    place.server.clockMs = 0;
    expect(await enter(page, [payIn('next')])).toEqual(['T3-000004']);
  });

  it.each([
    { opened: 'with a right clock', closed: 'with an empty clock battery', years: [0, -26], left: [3, 3, 0, 0] },
    { opened: 'a year ahead', closed: 'with a right clock', years: [1, 0], left: [3, 3, 2, 0] },
  ])('keeps the closing of a drawer that was opened $opened and closed $closed', async ({ years, left }) => {
    await context.clock.install();
    const page = await place.enrolled(context);
    const inYear = (index: number) => page.clock.setSystemTime(Date.now() + (years[index] ?? 0) * 365 * 86_400_000);
    const moment = { date: '2026-03-04', time: '08:00:00' };
    await inYear(0);
    const accounts = [{ account_fk: 1, safe_account_fk: 2, float_amount: '5000' }];
    await enter(page, [{ kind: 'open_drawer', outlet_fk: 1, ...moment, accounts }]);
    await inYear(1);
    const drawer = { uuid: (await journalOf(page))[0]?.entry.uuid ?? '' };
    const closed = [{ account_fk: 1, left_amount: '0', expected_amount: '6000' }];
    await enter(page, [
      { kind: 'pay_in', drawer, ...moment, account_fk: 1, amount: '1000', note: 'change' },
      { kind: 'close_drawer', drawer, ...moment, accounts: closed },
    ]);
    await allStored(page);
    const cleaned: number[] = [];
    for (const days of [0, 29, 31, 400]) {
      place.server.clockMs = days * 86_400_000;
      await page.evaluate(() => window.till.device.refresh());
      cleaned.push((await journalOf(page)).length);
      expect(await page.evaluate(() => window.till.device.journal.openDrawer(7))).toBe(undefined);
    }
    place.server.clockMs = 0;
    expect(cleaned).toEqual(left);
  });

  it('shows the offset of its clock, and stores the known offset with every entry', async () => {
    place.server.clockMs = 300_000;
    const page = await place.enrolled(context);
    await holds(page, () => window.till.device.clock.state.current().wrong);
    await enter(page, [payIn('slow clock')]);
    const [kept] = await journalOf(page);
    expect(Math.abs((kept?.entry.clock_offset ?? 0) - 300_000)).toBeLessThan(5_000);
    place.server.clockMs = 0;
  });
});
