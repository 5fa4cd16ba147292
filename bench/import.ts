/**
 * A file of trade entered through the commands, with all control totals matching, compared with five-line sales entered
 * through the same pipeline with the same concurrency. IMPORT_FILE names a file of real trade and IMPORT_RATES its
 * rates; without them the file is generated.
 */
import { type Commands, openCommands } from '../command-api/commands/open-commands.ts';
import { ensureFirstUser } from '../command-api/seed-data/first-user.ts';
import type { Send } from '../tools/online-retail/client.ts';
import { importOnlineRetail } from '../tools/online-retail/import.ts';
import { sender } from '../tools/online-retail/send.ts';
import { type Figure, mustHold, perSecond, ratePerSecond, type Scenario, scaled } from './measure.ts';
import { startProjector } from './programs.ts';
import { type TradeFiles, tradeFiles } from './sample-trade.ts';

const LANES = 16;
const SALES = 2_000;
/** On two cores that do nothing else. */
const DOCUMENTS_PER_SECOND_MIN = 300;
const ITEMS = 100;

export const importing: Scenario = {
  name: 'import',
  about: 'a half-year of trade (IMPORT_FILE, or made) through real commands, beside five-line sales by as many lanes',
  async run({ size, databaseUrl }) {
    const files = await tradeFiles(size);
    const projector = startProjector(databaseUrl);
    try {
      await ensureFirstUser({ databaseUrl, rate: '1480' });
      const commands = await openCommands({ databaseUrl });
      try {
        const send = sender(commands, 'bench');
        const sales = await fiveLineSales(send, size);
        return await measureImport(files, send, commands, sales);
      } finally {
        await commands.close();
      }
    } finally {
      await projector.stop();
      files.remove();
    }
  },
};

async function measureImport(
  files: TradeFiles,
  send: Send,
  { pool, store }: Commands,
  salesRate: number,
): Promise<Figure[]> {
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
  const reported: string[] = [];
  const say = (line: string): void => void reported.push(line);
  const { file, rates } = files;
  const to = { send: counting, pool, head: () => store.head() };
  const met = await importOnlineRetail({ file, rates, lanes: LANES, ...to, say, signal });
  mustHold(met, `the control totals are not met:\n${reported.filter((line) => !/equal$| of /.test(line)).join('\n')}`);
  const rate = (documents / (endedAt - beganAt)) * 1_000;
  const ratio = rate / salesRate;
  return [
    {
      name: `${documents} documents`,
      value: perSecond(rate, 'documents'),
      reference: { name: 'five-line sales', value: perSecond(salesRate, 'sales'), ratio },
      target: { text: 'at least 1 ×', reached: ratio >= 1 },
    },
    {
      name: 'against a fixed rate',
      value: perSecond(rate, 'documents'),
      target: {
        text: `at least ${DOCUMENTS_PER_SECOND_MIN} documents/s on two quiet cores`,
        reached: rate >= DOCUMENTS_PER_SECOND_MIN,
      },
    },
  ];
}

/** The same pipeline with documents of five lines, in a separate shop with enough stock. */
async function fiveLineSales(send: Send, size: number): Promise<number> {
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
  for (let n = 0; n < scaled(ITEMS, size, 5); n += 1) {
    const unit = { unit_fk, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] };
    items.push(await create('items', { item_name: `Item ${n}`, item_units: [unit] }, `item:${n}`));
  }
  const place = { outlet_fk, inventory_fk, date: `${year}-01-02`, currency_fk: 1, status: 'complete' };
  const bought = items.map((item_fk) => ({ item_fk, unit_fk, quantity: '1000000', price: '600' }));
  await create('purchases', { ...place, supplier_fk, payment_type: 'on_account', lines: bought }, 'purchase');
  return ratePerSecond(LANES, scaled(SALES, size, LANES), async (n) => {
    const lines = [0, 1, 2, 3, 4].map((k) => ({
      item_fk: items[(n * 7 + k * 13) % items.length],
      unit_fk,
      quantity: '1',
      price: '1000',
    }));
    await create('sales', { ...place, payment_type: 'cash', account_fk, lines }, `sale:${n}`);
  });
}
