/** A purchase entered before 20,000 movements of its item, until all its cost differences are visible. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type EventStore, NO_STREAM } from '../event-store/port.ts';
import { openPostgresStore } from '../event-store/postgres/store.ts';
import { runProjector } from '../projector/projector.ts';
import { checkBooks } from '../projector/rebuild/invariants.ts';
import { rebuild } from '../projector/rebuild/rebuild.ts';
import { type Figure, median, mustHold, type Scenario, scaled } from './measure.ts';
import { Projected } from './projected.ts';
import { fillLog } from './sample-log.ts';

const MOVEMENTS = 20_000;
const LINES = 5;
const ROUNDS = 5;
const AT_MOST_MS = 500;

export const backdate: Scenario = {
  name: 'backdate',
  about: `a purchase entered before ${MOVEMENTS.toLocaleString('en')} movements of its item, until all its differences are visible`,
  async run({ size, databaseUrl }) {
    const store = await openPostgresStore({ url: databaseUrl });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const stopping = new AbortController();
    let projector = Promise.resolve();
    try {
      const movements = scaled(MOVEMENTS, size, 100);
      const rounds = scaled(ROUNDS, size, 1);
      // An item for each round, and one for a warm-up round.
      const items = rounds + 1;
      const documents = (movements * items) / LINES;
      await fillLog(databaseUrl, { documents, linesPerDocument: LINES, items, outlets: 1, latePerMille: 0 });
      const { signal } = stopping;
      await rebuild({ store, databaseUrl, signal, sameRules: false });
      projector = runProjector({ store, databaseUrl, signal });
      const projected = await Projected.listen(databaseUrl);
      const times: number[] = [];
      for (let round = 0; round < items; round += 1) {
        times.push(await enterLate({ store, projected, client, round, movements }));
      }
      await projected.close();
      return figures(times.slice(1));
    } finally {
      stopping.abort();
      await projector;
      await client.end();
      await store.close();
    }
  },
};

function figures(times: readonly number[]): Figure[] {
  const ms = median(times);
  return [
    {
      name: 'until visible',
      value: `median ${ms.toFixed(0)} ms`,
      target: { text: `at most ${AT_MOST_MS} ms`, reached: ms <= AT_MOST_MS },
    },
    { name: 'slowest', value: `${Math.max(...times).toFixed(0)} ms` },
  ];
}

interface LateRound {
  readonly store: EventStore;
  readonly projected: Projected;
  readonly client: pg.Client;
  readonly round: number;
  /** Number of movements of the round's item. */
  readonly movements: number;
}

/** On the day before all movements, at a different price. Returns the time from the answer to the last row, in ms. */
async function enterLate({ store, projected, client, round, movements }: LateRound): Promise<number> {
  const stream = `purchase-${900_000 + round}`;
  const { position } = await store.append(latePurchase(stream, round));
  const answeredMs = performance.now();
  const ms = (await projected.reaches(position)) - answeredMs;
  const { rows } = await client.query<{ restated: string }>(
    `select count(*) as restated from read.stock_line where position = $1 and kind = 'restatement'`,
    [position],
  );
  const restated = Number(rows[0]?.restated);
  // Incoming goods keep their price; sold goods have another cost now, except a few with equal rounding.
  mustHold(restated >= movements * 0.85, `only ${restated} movements were restated`);
  const { rows: builds } = await client.query<{ schema: string }>(
    `select schema from projection.build where status = 'current'`,
  );
  for (const { name, findings } of await checkBooks(client, builds[0]?.schema ?? '')) {
    mustHold(findings.length === 0, `${name}: ${findings.join('; ')}`);
  }
  return ms;
}

function latePurchase(stream: string, round: number) {
  const commandId = randomUUID();
  const line = {
    line_id: 1,
    item_fk: round + 1,
    unit_fk: 1,
    unit_factor: '1',
    unit_weight: null,
    quantity: '1000',
    bonus_quantity: null,
    price: String(1_000 + round * 17),
    discount: null,
    tax_fk: null,
    tax_percent: null,
    tax_recoverable: false,
    expire_date: null,
    note: null,
  };
  const data = {
    outlet_fk: 1,
    inventory_fk: 1,
    supplier_fk: 1,
    date: '2024-12-31',
    time: null,
    currency_fk: 1,
    system_currency_fk: 1,
    rate_fk: null,
    rate: null,
    payment_type: 'on_account',
    account_fk: null,
    account_type: null,
    discount: null,
    costs: [],
    reference_number: null,
    note: null,
    lines: [line],
  };
  const events = [
    { id: randomUUID(), type: 'purchase.drafted', v: 1, data },
    { id: randomUUID(), type: 'purchase.completed', v: 1, data: { ...data, number: `L-${round}`, receive: true } },
  ];
  const writes = [{ stream, expectedRevision: NO_STREAM, events }];
  return { commandId, writes, claims: [], meta: { actor: '1', commandId } };
}
