/**
 * A file of real trade entered through the commands, with every control total met, beside five-line sales
 * entered through the same pipeline by as many lanes. The file is named by IMPORT_FILE, its rates by IMPORT_RATES.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { openCommands } from '../command-api/handling/open-commands.ts';
import type { Send } from '../command-api/imports/online-retail/client.ts';
import { importOnlineRetail } from '../command-api/imports/online-retail/import.ts';
import { sender } from '../command-api/imports/send.ts';
import { ensureFirstUser } from '../command-api/main.ts';
import { benchDatabase } from './database.ts';
import { type Figure, mustHold, perSecond, ratePerSecond, type Scenario } from './measure.ts';

const LANES = 16;
const SALES = 2_000;

export const importing: Scenario = {
  name: 'import',
  about: 'a file of real trade (IMPORT_FILE) through real commands, beside five-line sales by as many lanes',
  async run() {
    const file = process.env['IMPORT_FILE'];
    mustHold(
      Boolean(file),
      'IMPORT_FILE must name the file to import, and IMPORT_RATES its rates if the books are in dinar',
    );
    const database = await benchDatabase();
    const projector = spawn(process.execPath, [fileURLToPath(new URL('../projector/main.ts', import.meta.url))], {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: 'ignore',
    });
    try {
      await ensureFirstUser({ databaseUrl: database.url });
      const commands = await openCommands({ databaseUrl: database.url });
      try {
        const send = sender(commands, 'bench');
        const sales = await fiveLineSales(send);
        return await measureImport(file ?? '', send, commands.pool, sales);
      } finally {
        await commands.close();
      }
    } finally {
      projector.kill('SIGKILL');
      await database.close();
    }
  },
};

async function measureImport(file: string, send: Send, pool: pg.Pool, salesRate: number): Promise<Figure[]> {
  let documents = 0;
  let beganAt = 0;
  let endedAt = 0;
  const counting: Send = async (path, body, key) => {
    const answer = await send(path, body, key);
    if (['sales', 'sale_returns', 'inventory_direct_adjustments', 'expenses', 'purchases'].includes(path)) {
      beganAt ||= performance.now();
      endedAt = performance.now();
      documents += 1;
    }
    return answer;
  };
  const signal = new AbortController().signal;
  const rates = process.env['IMPORT_RATES'];
  const said: string[] = [];
  const met = await importOnlineRetail({
    file,
    rates,
    lanes: LANES,
    send: counting,
    pool,
    say: (line) => said.push(line),
    signal,
  });
  mustHold(met, `the control totals are not met:\n${said.filter((line) => !/equal$| of /.test(line)).join('\n')}`);
  const rate = (documents / (endedAt - beganAt)) * 1_000;
  const ratio = rate / salesRate;
  return [
    {
      name: `${documents} documents`,
      value: perSecond(rate, 'documents'),
      reference: { name: 'five-line sales', value: perSecond(salesRate, 'sales'), ratio },
      target: { text: 'at least 1 ×', reached: ratio >= 1 },
    },
  ];
}

/** The same pipeline with documents of five lines, in a shop of its own with plenty of goods. */
async function fiveLineSales(send: Send): Promise<number> {
  const create = async (path: string, body: unknown, key: string): Promise<number> => {
    const answer = await send(path, body, `bench:${key}`);
    mustHold(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return Number(answer.body.data?.['id']);
  };
  const year = new Date().getFullYear();
  const outlet_fk = await create('outlets', { outlet_name: 'Bench' }, 'outlet');
  const inventory_fk = await create('inventories', { inventory_name: 'Bench', outlet_fk }, 'inventory');
  const account_fk = await create('cashes', { account_name: 'Bench', cash_type: 1, currency_fk: 1 }, 'cash');
  const unit_fk = await create('units', { unit_name: 'Bench' }, 'unit');
  const supplier_fk = await create('suppliers', { consumer_name: 'Bench' }, 'supplier');
  const items: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const unit = { unit_fk, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] };
    items.push(await create('items', { item_name: `Item ${n}`, item_units: [unit] }, `item:${n}`));
  }
  const place = { outlet_fk, inventory_fk, date: `${year}-01-02`, currency_fk: 1, status: 'complete' };
  const bought = items.map((item_fk) => ({ item_fk, unit_fk, quantity: '1000000', price: '600' }));
  await create('purchases', { ...place, supplier_fk, payment_type: 'on_account', lines: bought }, 'purchase');
  return ratePerSecond(LANES, SALES, async (n) => {
    const lines = [0, 1, 2, 3, 4].map((k) => ({
      item_fk: items[(n * 7 + k * 13) % items.length],
      unit_fk,
      quantity: '1',
      price: '1000',
    }));
    await create('sales', { ...place, payment_type: 'cash', account_fk, lines }, `sale:${n}`);
  });
}
