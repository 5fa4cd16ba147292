/**
 * A log of sales and purchases of a shop with many items, written directly into the event log, because only reading is
 * measured. Days increase; some documents are entered late, some return to draft and are completed again.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export interface SampleLog {
  readonly documents: number;
  readonly linesPerDocument: number;
  readonly items: number;
  /** Outlets, each with an inventory and a till. */
  readonly outlets: number;
  /** Documents in a thousand that are entered some days late. */
  readonly latePerMille: number;
}

export interface FilledLog {
  readonly events: number;
  readonly documentLines: number;
}

const CUSTOMERS = 500;
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAYS = 360;
const DAY_MS = 86_400_000;
const IQD = 1;

/** Every tenth document buys the goods of the next nine sales. */
const BUYS_EVERY = 10;

export async function fillLog(url: string, sample: SampleLog): Promise<FilledLog> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = 'position, id, stream, revision, type, v, data, meta, recorded_at';
    const stream = client.query(copyFrom(`copy log.event (${columns}) from stdin`));
    const log = new LogWriter();
    for (const [kind, id, data] of records(sample)) log.add(`${kind}-${id}`, 0, `${kind}.registered`, data, FIRST_DAY);
    for (let index = 0; index < sample.documents; index += 1) {
      addDocument(log, sample, index);
      if (log.size() > 2_000 && !stream.write(log.take())) await once(stream, 'drain');
    }
    stream.end(log.take());
    await once(stream, 'finish');
    await client.query('analyze log.event');
    return { events: log.position, documentLines: sample.documents * sample.linesPerDocument };
  } finally {
    await client.end();
  }
}

class LogWriter {
  position = 0;
  #lines: string[] = [];

  add(stream: string, revision: number, type: string, data: object, atMs: number): void {
    this.position += 1;
    const id = randomUUID();
    const meta = JSON.stringify({ actor: '1', outlet: '1', commandId: id });
    const cells = [
      this.position,
      id,
      stream,
      revision,
      type,
      1,
      JSON.stringify(data),
      meta,
      new Date(atMs).toISOString(),
    ];
    this.#lines.push(`${cells.join('\t')}\n`);
  }

  size(): number {
    return this.#lines.length;
  }

  take(): string {
    const text = this.#lines.join('');
    this.#lines = [];
    return text;
  }
}

function* records({ items, outlets }: SampleLog): Generator<readonly [kind: string, id: number, data: object]> {
  yield ['system_setting', 1, { business_name: 'Bench', currency_fk: IQD, cash_rounding_step: '250' }];
  for (let id = 1; id <= outlets; id += 1) {
    yield ['outlet', id, { outlet_name: `Outlet ${id}` }];
    yield ['inventory', id, { inventory_name: `Store ${id}`, outlet_fk: id, is_active: true }];
    yield ['cash', id, { account_name: `Till ${id}`, cash_type: 1, currency_fk: IQD, outlet_fk: id, code: null }];
  }
  yield ['unit', 1, { unit_name: 'Piece' }];
  yield ['supplier', 1, { consumer_name: 'Mill' }];
  for (let id = 1; id <= CUSTOMERS; id += 1)
    yield ['customer', id, { consumer_name: `Customer ${id}`, code: `C${id}` }];
  for (let id = 1; id <= items; id += 1) {
    const unit = {
      unit_fk: 1,
      base_unit_qty: '1',
      is_base: true,
      is_default: true,
      sale_price: '1500',
      barcodes: [`62${id}`],
    };
    yield ['item', id, { item_name: `Item ${id}`, item_code: `I-${id}`, item_type: 'goods', item_units: [unit] }];
  }
}

function addDocument(log: LogWriter, sample: SampleLog, index: number): void {
  const dayMs = FIRST_DAY + Math.floor((index / sample.documents) * DAYS) * DAY_MS;
  const isLate = (index * 7_919) % 1_000 < sample.latePerMille;
  const date = new Date(dayMs - (isLate ? (index % 5) + 1 : 0) * DAY_MS).toISOString().slice(0, 10);
  const atMs = dayMs + 9 * 3_600_000 + (index % 30_000) * 1_000;
  const { outlets } = sample;
  const place = (index % outlets) + 1;
  const isPurchase = index % BUYS_EVERY === Math.floor(index / BUYS_EVERY) % outlets;
  const common = { outlet_fk: place, inventory_fk: place, date, time: isLate ? null : clock(index), currency_fk: IQD };
  const money = {
    system_currency_fk: IQD,
    rate_fk: null,
    rate: null,
    discount: null,
    costs: [],
    reference_number: null,
  };
  if (isPurchase) {
    // Item by item, so that every inventory receives the goods it sells.
    const first = Math.floor(index / BUYS_EVERY) * sample.linesPerDocument;
    const lines = goods(sample, index).map((line, place) => ({
      ...line,
      item_fk: ((first + place) % sample.items) + 1,
      quantity: '40',
      price: `${900 + (index % 300)}`,
    }));
    const paid = { supplier_fk: 1, payment_type: 'on_account', account_fk: null, account_type: null, note: null };
    const data = { ...common, ...money, ...paid, lines: lines.map(bought) };
    log.add(`purchase-${index + 1}`, 0, 'purchase.drafted', data, atMs);
    log.add(`purchase-${index + 1}`, 1, 'purchase.completed', { ...data, number: `P-${index}`, receive: true }, atMs);
    return;
  }
  const onAccount = index % 4 === 0;
  const paid = onAccount
    ? { customer_fk: (index % CUSTOMERS) + 1, payment_type: 'on_account', account_fk: null, account_type: null }
    : { customer_fk: null, payment_type: 'cash', account_fk: place, account_type: 1 };
  const data = {
    ...common,
    ...money,
    ...paid,
    delivery_charge: null,
    rounding_step: null,
    note: null,
    lines: goods(sample, index).map(sold),
  };
  const stream = `sale-${index + 1}`;
  const number = `S-${index}`;
  log.add(stream, 0, 'sale.drafted', data, atMs);
  log.add(stream, 1, 'sale.completed', { ...data, number }, atMs);
  if (index % 200 !== 7) return;
  log.add(stream, 2, 'sale.returned_to_draft', { reason: 'wrong price' }, atMs);
  log.add(stream, 3, 'sale.completed', { ...data, number }, atMs);
}

interface Goods {
  readonly line_id: number;
  readonly item_fk: number;
  readonly quantity: string;
  readonly price: string;
}

function goods({ items, linesPerDocument }: SampleLog, index: number): Goods[] {
  return Array.from({ length: linesPerDocument }, (_, line) => ({
    line_id: line + 1,
    item_fk: ((index * 13 + line * 101) % items) + 1,
    quantity: String((index % 3) + 1),
    price: String(1_200 + ((index + line) % 700)),
  }));
}

const common = { unit_fk: 1, unit_factor: '1', bonus_quantity: null, discount: null, tax_percent: null, note: null };
const sold = (line: Goods) => ({ ...line, ...common, item_type: 'goods' });
const bought = (line: Goods) => ({
  ...line,
  ...common,
  unit_weight: null,
  tax_fk: null,
  tax_recoverable: false,
  expire_date: null,
});

const clock = (index: number): string =>
  `${String(9 + Math.floor((index % 3_600) / 450)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:00`;
