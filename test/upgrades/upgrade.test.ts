/**
 * The sample of commit dbd0ce1 opens with this version: every event type of that commit, entered by its program, with
 * claims, people, pictures, read models, and the answers of its API (docs/testing.md, "Upgrades").
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildClaims } from '../../command-api/claims-of-log/from-log/rebuild-claims.ts';
import { upcast } from '../../domain/versions/upcast.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { type Daftar, startDaftar } from '../../launcher/daftar.ts';
import { readMigrations } from '../../migrations/migrate.ts';
import { currentBuild } from '../../projector/builds/build.ts';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { verify } from '../../projector/verify/verify.ts';
import { until } from '../support/waiting.ts';
import { missingIn } from './contained.ts';
import { readAnswers, readKept } from './kept-database.ts';
import { KEPT_TYPES } from './kept-types.ts';
import { type OldPlace, oldPlace } from './old-place.ts';

const COMMIT = 'dbd0ce1';
const kept = readKept(COMMIT);
const answers = readAnswers(COMMIT);
/** Chosen with that commit's program. */
const ADMINISTRATOR = { email: 'admin@daftar.local', password: 'a password of the fixture' };
const CLERK = { email: 'rojin@example.com', password: 'a password of the fixture' };

let place: OldPlace;
let daftar: Daftar;
let store: CommandStore;
let client: pg.Client;
const said: string[] = [];

beforeAll(async () => {
  place = await oldPlace(kept);
  const environment = { DATABASE_URL: place.url, PORT: '0', REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'error' };
  daftar = await startDaftar({
    dataDir: place.dataDir,
    environment,
    say: (line) => said.push(line),
    withoutWeb: true,
    clock: 'told',
  });
  store = await openPostgresStore({ url: daftar.database.url });
  client = new pg.Client({ connectionString: daftar.database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await store?.close();
  await daftar?.stop();
  await place?.remove();
});

interface Answered {
  readonly status: number;
  // Tests read answers of every shape.
  readonly body: { readonly data: Record<string, never> & { readonly [field: string]: unknown } };
}

async function send(method: 'GET' | 'POST' | 'PATCH', path: string, token = '', body?: object): Promise<Answered> {
  const answer = await fetch(`${daftar.address}/api/${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      'idempotency-key': randomUUID(),
      'x-wait-for-position': String(await store.head()),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Answered['body'] };
}

async function signIn(who: object): Promise<string> {
  const { status, body } = await send('POST', 'auth/login', '', who);
  expect([status, body]).toMatchObject([200, { data: { access_token: expect.any(String) } }]);
  return String(body.data['access_token']);
}

/** The broken checks, and those that were not made. */
async function broken(): Promise<readonly string[]> {
  const lines: string[] = [];
  const { dataDir } = place;
  const { signal } = new AbortController();
  const of = { store, databaseUrl: daftar.database.url, dataDir, replay: true, signal };
  const holds = await verify({ ...of, say: (line) => lines.push(line) });
  expect(lines.filter((line) => line.startsWith('  holds')).length).toBeGreaterThan(40);
  return holds ? [] : lines.filter((line) => !line.startsWith('  holds'));
}

/** The read models have this program's definition, and are at the head of the log. */
const modelsAreNew = () =>
  until(
    async () => {
      if ((await currentBuild(client))?.definition !== ownDefinition(models).digest) return false;
      const { rows } = await client.query('select from read.checkpoint where position >= $1', [await store.head()]);
      return rows.length === models.length;
    },
    { what: 'the read models of this version' },
  );

describe('the log of an earlier commit', () => {
  it('has every type and version of event that there was', async () => {
    const { columns = [], rows = '' } = kept.tables.find(({ name }) => name === 'log.event') ?? {};
    const [type, v] = [columns.indexOf('type'), columns.indexOf('v')];
    const lines = rows.trimEnd().split('\n');
    const there = new Set(lines.map((line) => line.split('\t')).map((cells) => `${cells[type]} v${cells[v]}`));
    expect([...there].sort()).toEqual([...(KEPT_TYPES['1'] ?? [])].sort());
  });

  it('is read by this version, and nothing in it was changed', async () => {
    const events = await store.readAll(0n, 10_000);
    const before =
      kept.tables
        .find(({ name }) => name === 'log.event')
        ?.rows.trimEnd()
        .split('\n').length ?? 0;
    expect(before).toBeGreaterThan(900);
    for (const event of events) expect(upcast(event)).toMatchObject({ type: event.type, stream: event.stream });
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from log.event where position > $1 and meta ->> 'reason' is distinct from 'first_start'`,
      [before],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('a start on it', () => {
  it('runs the new migrations, and reports it', async () => {
    const later = Object.keys(readMigrations('migrations')).filter((name) => !kept.migrations.includes(name));
    expect(later.length).toBeGreaterThan(5);
    expect(said.filter((line) => line.startsWith('Database: '))).toEqual(later.map((name) => `Database: ${name}`));
  });

  it('takes the tables from the superuser', () => {
    expect(daftar.database.areSeparate).toBe(true);
  });

  it('builds the read models anew, drops the old ones, and everything holds', async () => {
    await modelsAreNew();
    expect(await broken()).toEqual([]);
    await until(async () => {
      const { rows } = await client.query(`select from pg_namespace where nspname ~ '^rm_\\d+$'`);
      return rows.length === 1;
    });
  });

  it('has the same tables after a rebuild, and the same claims', async () => {
    await modelsAreNew();
    const { signal } = new AbortController();
    const { events } = await rebuild({ store, databaseUrl: daftar.database.url, signal, sameRules: true });
    expect(events).toBeGreaterThan(900);
    await rebuildClaims({ store, databaseUrl: daftar.database.url, inKurrentDb: false });
    await modelsAreNew();
    expect(await broken()).toEqual([]);
  });
});

/** The number of concurrent requests. */
const AT_ONCE = 8;

/** Reversed documents, and approved ones that wait for their payment, were shown as paid. */
const NOT_PAID = `app_settlements capital_transactions cash_transactions customer_transactions depreciations dividends
  general_journals inventory_direct_adjustments payrolls remittances revaluations salesman_commissions
  supplier_transactions`.split(/\s+/);
const PAID_LESS = /^\/data\/\d+\/(paid: "[\d.]+" is "[\d.]+"|payment_status: "paid" is null)$/;
const onlyPaidLess = expect.toSatisfy((lines: readonly string[]) => lines.every((line) => PAID_LESS.test(line)));

/** Totals of lists are those of what is in force: they counted drafts and reversed documents, and had no sum of one currency. */
const isTotalOfLess = (line: string): boolean => {
  const [, before = '', now] = /^\/footer\/\w+: (null|"-?[\d.]+") is "(-?[\d.]+)"$/.exec(line) ?? [];
  return now !== undefined && (before === 'null' || Math.abs(Number(before.slice(1, -1))) > Math.abs(Number(now)));
};

/** Answers that differ by intention, by address, with the differences. */
const OTHERWISE: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(NOT_PAID.map((list) => [list, onlyPaidLess])),
  // The first entry of a history contains later settings with their defaults.
  'roles/1/history': [expect.stringMatching(/^\/0\/changes: 3 were listed, and now 4$/)],
  'system_settings/1/history': [expect.stringMatching(/^\/0\/changes: 22 were listed, and now 30$/)],
  'salesmen/1/history': [expect.stringMatching(/^\/0\/changes: 5 were listed, and now 6$/)],
  'stockholders/1/history': [expect.stringMatching(/^\/0\/changes: 2 were listed, and now 3$/)],
  'items/1/history': [expect.stringMatching(/^\/0\/changes: 21 were listed, and now 23$/)],
  'outlets/1/history': [expect.stringMatching(/^\/0\/changes: 3 were listed, and now 4$/)],
  'suppliers/1/history': [expect.stringMatching(/^\/0\/changes: 6 were listed, and now 7$/)],
  'customers/1/history': [expect.stringMatching(/^\/0\/changes: 7 were listed, and now 8$/)],
  'financial_years/1/history': [expect.stringMatching(/^\/0\/changes: 4 were listed, and now 5$/)],
  // Refunds and entries of devices appear with their defaults; these documents have none.
  'closing_drawers/1/history': [expect.stringMatching(/^\/0\/changes: 21 were listed, and now 23$/)],
  'pos_sales/1/history': [expect.stringMatching(/^\/0\/changes: 31 were listed, and now 33$/)],
  // An unpaid order was shown as paid; a cancelled one is neither.
  online_orders: expect.arrayContaining([
    '/data/0/payment_status: "paid" is "unpaid"',
    '/data/1/payment_status: "paid" is null',
    expect.stringMatching(/^\/data\/0\/unpaid: "0" is "34000"$/),
  ]),
  // A receipt on hold was shown as paid.
  pos_sales: expect.arrayContaining([
    '/data/2/payment_status: "paid" is null',
    '/data/4/payment_status: "paid" is null',
  ]),
  // What came back, or was allowed afterwards, counted as paid.
  purchases: ['/data/0/paid: "4.5" is "0"', '/data/0/payment_status: "partially_paid" is "unpaid"'],
  sales: ['/data/0/paid: "3.5" is "0"', '/data/0/payment_status: "partially_paid" is "unpaid"'],
  salesman_sales: ['/data/5/paid: "35.7" is "0"', '/data/5/payment_status: "partially_paid" is "unpaid"'],
  // Open amounts are stored by outlet; the balances of a document between two outlets were shown as zero, or as one
  // sum.
  'customers/1/open_documents': [expect.stringMatching(/^: 11 were listed, and now 12$/)],
  'suppliers/1/open_documents': [expect.stringMatching(/^: 13 were listed, and now 15$/)],
  // A document that was returned to draft counted as a document of its day, although the list of the day leaves it out.
  'reports/sales': ['/data/9/documents: 4 is 3', '/data/12/documents: 4 is 3'],
};

describe('people', () => {
  it('sign in with the passwords that they had, and see the same books, lists and histories', async () => {
    await modelsAreNew();
    const token = await signIn(ADMINISTRATOR);
    await signIn(CLERK);
    const differ: Record<string, readonly string[]> = {};
    const left = Object.entries(answers);
    const asked = async ([address, before]: (typeof left)[number]) => {
      const { status, body } = await send('GET', address, token);
      const differences = status === 200 ? missingIn(before, body.data) : [`status ${status}`];
      // A start enters later seed records, so the position has moved.
      const missing = differences
        .filter((line) => !isTotalOfLess(line))
        .filter((line) => !/^\/position: "\d+" is "\d+"$/.test(line));
      if (missing.length > 0) differ[address] = missing;
    };
    while (left.length > 0) await Promise.all(left.splice(0, AT_ONCE).map(asked));
    expect(Object.keys(answers).length).toBeGreaterThan(150);
    expect(differ).toEqual(OTHERWISE);
  });

  it('see the pictures, and how they had arranged a list', async () => {
    const token = await signIn(ADMINISTRATOR);
    const [holder] = (await client.query<{ id: string }>('select attachment as id from attachment.holder')).rows;
    const picture = await fetch(`${daftar.address}/api/images/${holder?.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    const { body } = await send('GET', 'sales', token);
    expect(body.data).toMatchObject({ hidden_columns: 'note,tax' });
  });

  it('go on with old documents and enter new ones, and everything holds', async () => {
    await modelsAreNew();
    const token = await signIn(ADMINISTRATOR);
    const list = async (kind: string, filter: string) =>
      (await send('GET', `${kind}?filter[status]=${filter}`, token)).body.data['data'] as unknown as readonly Row[];
    const [draft] = await list('sales', 'draft');
    const sold = (await list('sales', 'complete'))[0] as Row;
    const revision = await revisionOf('sale', draft?.id);
    const discarded = await send('POST', `sales/${draft?.id}/discard`, token, { revision });
    expect(discarded.status, JSON.stringify(discarded.body)).toBe(200);
    const income = (await answersOf('incomes', token)).find(({ status }) => status === 'complete');
    const back = await send('POST', `incomes/${income?.id}/return_to_draft`, token, {
      reason: 'entered twice',
      revision: await revisionOf('income', income?.id),
    });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    const { outlet_fk, inventory_fk, lines } = (await send('GET', `sales/${sold.id}`, token)).body
      .data as unknown as Sale;
    const [line] = lines;
    const bought = await send('POST', 'purchases', token, {
      ...{ outlet_fk, inventory_fk, date: '2026-04-02', currency_fk: 1, supplier_fk: 1, payment_type: 'on_account' },
      ...{
        lines: [{ item_fk: line?.item_fk, unit_fk: line?.unit_fk, quantity: '5', price: '800' }],
        status: 'complete',
      },
    });
    expect(bought.status, JSON.stringify(bought.body)).toBe(201);
    // Its number continues those of its outlet.
    const numbers = (await answersOf('purchases', token)).filter(
      (row) => row.number !== null && row.outlet_fk === outlet_fk,
    );
    expect(numbers.length).toBeGreaterThan(1);
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length);
    await modelsAreNew();
    expect(await broken()).toEqual([]);
  });

  it('cannot leave the scope of the average that a recalculation has chosen, also when claims were made again', async () => {
    const token = await signIn(ADMINISTRATOR);
    const { average_scope } = (await send('GET', 'system_settings/1', token)).body.data;
    expect(average_scope).toBe('company');
    const revision = await revisionOf('system_setting', 1);
    const left = await send('PATCH', 'system_settings/1', token, { average_scope: 'inventory', revision });
    expect([left.status, left.body]).toMatchObject([422, { errors: { average_scope: [expect.any(String)] } }]);
  });
});

interface Row {
  readonly id: number;
  readonly status: string;
  readonly number: string | null;
  readonly outlet_fk: number;
}

interface Sale {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly lines: readonly { readonly item_fk: number; readonly unit_fk: number }[];
}

const answersOf = async (resource: string, token: string): Promise<readonly Row[]> =>
  (await send('GET', `${resource}?per_page=200`, token)).body.data['data'] as unknown as readonly Row[];

/** The revision that a change must state. */
async function revisionOf(kind: string, id: number | undefined): Promise<number> {
  const stream = `${kind}-${id}`;
  const events = (await store.readStreams([{ stream, after: -1 }])).get(stream) ?? [];
  return events.at(-1)?.revision ?? -1;
}
