import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '../../tools/online-retail/client.ts';
import { sender } from '../../tools/online-retail/send.ts';
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
  it('that is interrupted continues, reaches every total, and enters nothing twice', async () => {
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

  it('whose program ends after a document was stored continues with a second file, and enters nothing twice', async () => {
    const send = sender(business.commands, 'import');
    // Invoices of the first file's customer and items, with new numbers between those of the first file.
    const rows = ['536365', '560001', '560002', '560003'].map(
      (invoice) => `${invoice},85123A,HEART,2,2010-12-06T08:26:00,2.55,17850,United Kingdom`,
    );
    const second = sampleOfTrade(rows);
    let stored = 0;
    const dying: Send = async (path, body, key) => {
      const answer = await send(path, body, key);
      if (path === 'sales') stored += 1;
      if (stored > 1) throw new Error('killed');
      return answer;
    };
    await expect(business.run(dying, second, { lanes: 1 })).rejects.toThrow('killed');
    expect(stored).toBe(2);
    const { met, said } = await business.run(send, second, { lanes: 1 });
    expect(met, said.join('\n')).toBe(true);
    expect(said.find((line) => /^total +invoices/.test(line))).toMatch(/file +4 = books +3 \+ refused +1 +equal$/);
    expect(said.find((line) => /^total +value/.test(line))).toMatch(/file +20.4 = books +15.3 \+ refused +5.1 +equal$/);
    const { rows: entered } = await business.commands.pool.query(
      `select data ->> 'reference_number' as invoice, count(*)::int as times from log.event
       where type = 'sale.completed' and data ->> 'reference_number' like '56%' group by 1 order by 1`,
    );
    expect(entered).toEqual(['560001', '560002', '560003'].map((invoice) => ({ invoice, times: 1 })));
  });

  it('carries dollars at the rate of the day, and the books balance', async () => {
    const { rows } = await business.commands.pool.query(
      `select trim_scale(sum(j.base))::text as base, trim_scale(sum(j.foreign_amount))::text as dollars
       from read.journal_line j join read.account a using (account) where a.key = 'sales' and j.effective_date = '2010-12-01'`,
    );
    // 6 × 2.55 + 18 + 2 × 3.00 = 39.30, at 1,170.
    expect(rows[0]).toEqual({ dollars: '-39.3', base: '-45981' });
  });

  it('of a second file into the same business enters the new rows, and names every other one', async () => {
    const send = sender(business.commands, 'import');
    const before = await events();
    const second = sampleOfTrade([
      // A line of the first file with another country of the customer, another item name and another price.
      '536365,85123A,WHITE HEART,6,2010-12-01T08:26:00,2.55,17850,France',
      '536365,POST,POSTAGE,1,2010-12-01T08:26:00,18,17850,France',
      'C536380,AMAZONFEE,AMAZON FEE,-1,2010-12-03T11:00:00,13541.33,,United Kingdom',
      // New invoices of an imported month, with known and new codes and customers.
      '540001,85123A,RED HEART,4,2010-12-05T08:26:00,9.99,17850,France',
      '540001,22961,JAM POT,2,2010-12-05T08:26:00,1.25,17850,France',
      '540002,22961,JAM POT,1,2011-01-05T08:26:00,1.25,19999,Spain',
      // Refused separately: a day that does not exist, and an amount above the bound.
      '540003,22961,JAM POT,1,2011-02-31T08:26:00,1.25,19999,Spain',
      '540004,22961,JAM POT,1,2011-01-06T08:26:00,5000000000000,19999,Spain',
    ]);
    const { met, said } = await business.run(send, second, { lanes: 2 });
    expect(said.filter((line) => /DIFFERENT/.test(line))).toEqual([]);
    expect(met).toBe(true);
    const elsewhere = (number: string) => `invoice ${number} is in the books already, entered from another file`;
    const refused = said.filter((line) => line.startsWith('Not taken'));
    expect(refused.map((line) => /row (\d+), (.*?), amount/.exec(line)?.slice(1))).toEqual([
      ['2', elsewhere('536365')],
      ['3', elsewhere('536365')],
      ['4', elsewhere('C536380')],
      ['8', 'InvoiceDate is not a day of the calendar'],
      ['9', expect.stringMatching(/^sales: 422 lines/)],
    ]);
    expect(said.find((line) => /^total +lines/.test(line))).toMatch(/file +8 = books +3 \+ refused +5 +equal$/);
    const { rows } = await business.commands.pool.query(
      `select data ->> 'reference_number' as invoice, count(*)::int as times from log.event
       where type = 'sale.completed' group by 1 order by 1`,
    );
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    expect(await events()).toBeGreaterThan(before);

    const stored = await events();
    expect((await business.run(send, second, { lanes: 2 })).met).toBe(true);
    expect((await run(send)).met).toBe(true);
    expect(await events()).toBe(stored);
  });

  it('refuses the invoices of an item that cannot be registered, and enters the others', async () => {
    const send = sender(business.commands, 'import');
    const { body } = await send('units', { unit_name: 'Own piece' }, 'own unit');
    const unit = { unit_fk: Number(body.data?.['id']), base_unit_qty: '1', is_base: true, is_default: true };
    // The shop has an item of its own with a code of the file.
    const item = { item_name: 'Own goods', item_code: '33333', item_type: 'goods', price_currency_fk: 2 };
    const own = await send('items', { ...item, item_units: [{ ...unit, sale_price: '1', barcodes: [] }] }, 'own goods');
    expect(own, JSON.stringify(own.body)).toMatchObject({ status: 201 });
    const third = sampleOfTrade([
      '550001,33333,HEART,4,2010-12-05T08:26:00,9.99,17850,France',
      '550001,85123A,HEART,1,2010-12-05T08:26:00,2.55,17850,France',
      '550002,85123A,HEART,1,2010-12-05T08:26:00,2.55,17850,France',
    ]);
    const { met, said } = await business.run(send, third, { lanes: 2 });
    expect(met, said.join('\n')).toBe(true);
    const refused = said.filter((line) => line.startsWith('Not taken'));
    expect(refused).toEqual([
      expect.stringMatching(/row 2, item 33333: items: 422 .*item_code/),
      expect.stringMatching(/row 3, item 33333: items: 422 .*item_code/),
    ]);
  });
});
