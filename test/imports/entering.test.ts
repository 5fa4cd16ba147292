import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '../../launcher/online-retail/client.ts';
import { sender } from '../../launcher/online-retail/send.ts';
import { type ImportingBusiness, importingBusiness, sampleOfTrade } from './sample.ts';

let business: ImportingBusiness;
const files = sampleOfTrade();
beforeAll(async () => {
  business = await importingBusiness();
});
afterAll(() => business?.close());

const run = (send: Send, signal?: AbortSignal) =>
  business.run(send, files, { lanes: 2, ...(signal ? { signal } : {}) });

async function events(): Promise<number> {
  const { rows } = await business.commands.pool.query<{ count: string }>('select count(*) from log.event');
  return Number(rows[0]?.count);
}

describe('the import', () => {
  it('that is interrupted goes on where it was, meets every total, and enters nothing twice', async () => {
    const interrupted = new AbortController();
    const send = sender(business.commands, 'import');
    let sent = 0;
    const interrupting: Send = async (path, body, key) => {
      sent += 1;
      if (sent === 15) interrupted.abort();
      return send(path, body, key);
    };
    const first = await run(interrupting, interrupted.signal);
    expect(first.met).toBe(false);
    expect(first.said.at(-1)).toContain('run the same command again');

    const second = await run(send);
    expect(second.said.filter((line) => line.includes('DIFFERENT'))).toEqual([]);
    expect(second.met).toBe(true);
    expect(second.said.find((line) => line.startsWith('Not taken'))).toContain('row 10, an adjustment of bad debt');

    const stored = await events();
    expect((await run(send)).met).toBe(true);
    expect(await events()).toBe(stored);
  });

  it('carries dollars at the rate of the day, and the books balance', async () => {
    const { rows } = await business.commands.pool.query(
      `select trim_scale(sum(j.base))::text as base, trim_scale(sum(j.foreign_amount))::text as dollars
       from read.journal_line j join read.account a using (account) where a.key = 'sales' and j.effective_date = '2010-12-01'`,
    );
    // 6 × 2.55 + 18 + 2 × 3.00 = 39.30, at 1,170.
    expect(rows[0]).toEqual({ dollars: '-39.3', base: '-45981' });
  });
});
