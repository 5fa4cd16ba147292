import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Commands, openCommands } from '../../command-api/handling/open-commands.ts';
import type { Send } from '../../command-api/imports/online-retail/client.ts';
import { importOnlineRetail } from '../../command-api/imports/online-retail/import.ts';
import { sender } from '../../command-api/imports/send.ts';
import { ensureFirstUser } from '../../command-api/main.ts';
import { runProjector } from '../../projector/run/projector.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const FILE = `InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country
536365,85123A,WHITE HEART,6,2010-12-01T08:26:00,2.55,17850,United Kingdom
536365,POST,POSTAGE,1,2010-12-01T08:26:00,18,17850,United Kingdom
536366,85123a,WHITE HEART,2,2010-12-01T09:00:00,3.00,,United Kingdom
536367,22960,JAM SET,10,2010-12-02T10:00:00,0.001,13047,France
C536379,85123A,WHITE HEART,-1,2010-12-02T11:00:00,2.55,17850,United Kingdom
C536380,AMAZONFEE,AMAZON FEE,-1,2010-12-03T11:00:00,13541.33,,United Kingdom
536589,22960,damaged,-4,2010-12-03T16:50:00,0,,United Kingdom
536590,22960,,3,2010-12-03T16:51:00,0,,United Kingdom
A536591,B,Adjust bad debt,1,2010-12-03T17:00:00,11062.06,,United Kingdom
540000,22960,JAM SET,5,2011-01-04T10:00:00,4.25,13047,France
`;
const RATES = 'date,rate\n2010-11-30,1170\n2010-12-31,1170\n2011-01-31,1180\n';

let database: FreshDatabase;
let commands: Commands;
let projected: Promise<void>;
let file: string;
let rates: string;
const stopping = new AbortController();

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-import-'));
  file = join(folder, 'lines.csv');
  rates = join(folder, 'rates.csv');
  writeFileSync(file, FILE);
  writeFileSync(rates, RATES);
  database = await freshDatabase();
  await ensureFirstUser({ databaseUrl: database.url });
  commands = await openCommands({ databaseUrl: database.url });
  projected = runProjector({ store: commands.store, databaseUrl: database.url, signal: stopping.signal });
});

afterAll(async () => {
  stopping.abort();
  await projected;
  await commands.close();
  await database.drop();
});

async function run(send: Send, signal = new AbortController().signal): Promise<{ met: boolean; said: string[] }> {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const met = await importOnlineRetail({ file, rates, lanes: 2, send, pool: commands.pool, say, signal });
  return { met, said };
}

async function events(): Promise<number> {
  const { rows } = await commands.pool.query<{ count: string }>('select count(*) from log.event');
  return Number(rows[0]?.count);
}

describe('the import', () => {
  it('that is interrupted goes on where it was, meets every total, and enters nothing twice', async () => {
    const interrupted = new AbortController();
    const send = sender(commands, 'import');
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
    const { rows } = await commands.pool.query(
      `select trim_scale(sum(j.base))::text as base, trim_scale(sum(j.foreign_amount))::text as dollars
       from read.journal_line j join read.account a using (account) where a.key = 'sales' and j.effective_date = '2010-12-01'`,
    );
    // 6 × 2.55 + 18 + 2 × 3.00 = 39.30, at 1,170.
    expect(rows[0]).toEqual({ dollars: '-39.3', base: '-45981' });
  });
});
