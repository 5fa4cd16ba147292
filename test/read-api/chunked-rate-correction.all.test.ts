/** Correcting a rate in more documents than one append permits; here the limit is two. */
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import { CANCELLED, Interrupted, type JobWork } from '../../command-api/jobs/queue.ts';
import { recalculateWork } from '../../command-api/jobs/recalculate.ts';
import { describeBegunWork } from '../../launcher/health/half-done.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkPreviews } from '../../projector/verify/previews.ts';
import { openShop, type Shop, saleBody } from '../api/shop.ts';
import { over } from '../handling/interleaving.ts';
import { everyone } from '../projector/shop.ts';
import { type Office, openOffice } from './office.ts';

interface Result {
  readonly plan: { readonly position: string; readonly digest: string; readonly differences: number };
  readonly differences: readonly { account: number; document: string; after: string }[];
  readonly committed: boolean;
  readonly stale: boolean;
  readonly documents?: number;
  readonly refused?: readonly unknown[];
}

const PROGRAM = fileURLToPath(new URL('../../projector/recalculation/main.ts', import.meta.url));
const LIMITS = { documents: 2, claims: 10_000, bytes: 1_000_000 };
const INCOMES = 6;

let office: Office;
let shop: Shop;
let books: pg.Client;
let commands: Commands;
let recalculate: JobWork;
let dollars: number;
let incomeType: number;
let rates: { readonly wrong: number; readonly right: number; readonly third: number; readonly later: number };
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  books = new pg.Client({ connectionString: office.database.url });
  await books.connect();
  commands = await openCommands({ databaseUrl: office.database.url });
  const program = { program: PROGRAM, databaseUrl: office.database.url };
  recalculate = recalculateWork(commands, program, async () => everyone, LIMITS);
  await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: null });
  dollars = await office.add('cashes', { account_name: 'Dollar box', cash_type: 1, currency_fk: 2 });
  incomeType = await office.add('income_types', { type_name: 'Rent' });
  const rate = (date: string, of: string) => office.add('currency_rates', { date, rate: of, in_rate: of });
  rates = {
    wrong: await rate('2026-03-01', '1490'),
    right: await rate('2026-03-01', '1470'),
    third: await rate('2026-03-01', '1450'),
    later: await rate('2026-03-05', '1510'),
  };
  const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price: '5' };
  await office.add('purchases', {
    outlet_fk: shop.outlet,
    inventory_fk: shop.inventory,
    supplier_fk: shop.supplier,
    currency_fk: 2,
    date: '2026-03-02',
    rate_fk: rates.wrong,
    payment_type: 'on_account',
    lines: [line],
    status: 'complete',
  });
  for (let n = 0; n < INCOMES; n += 1) await income(rates.wrong);
  await office.add(
    'sales',
    saleBody(shop, '1', {
      currency_fk: 2,
      rate_fk: rates.wrong,
      payment_type: 'on_account',
      customer_fk: shop.customer,
      account_fk: null,
      date: '2026-03-03',
      lines: [{ ...line, quantity: '1', price: '100' }],
    }),
  );
  await receive('60');
});
afterAll(async () => {
  await commands?.close();
  await books?.end();
  await office.close();
});

const income = (rate_fk: number) =>
  office.add('incomes', {
    outlet_fk: shop.outlet,
    income_type_fk: incomeType,
    date: '2026-03-04',
    currency_fk: 2,
    rate_fk,
    amount: '40',
    payment_type: 'cash',
    account_fk: dollars,
    status: 'complete',
  });

/** A customer's payment, which settles the sale. */
const receive = (amount: string) =>
  office.add('customer_transactions', {
    outlet_fk: shop.outlet,
    customer_fk: shop.customer,
    transaction_type: 'receive',
    date: '2026-03-06',
    currency_fk: 2,
    rate_fk: rates.later,
    amount,
    account_fk: dollars,
    allocate: 'oldest',
  });

/** Runs the job; with a reason, it is aborted during the second append. */
async function work(recalculation_fk: number, plan?: Result['plan'], reason?: string): Promise<Result> {
  const stop = new AbortController();
  const progress = async (line: string) => {
    if (reason !== undefined && /^corrected 0 of \d+ documents/.test(line)) stop.abort(reason);
  };
  const data = { recalculation_fk, user_id: 1, ...(plan ? { plan } : {}) };
  return (await recalculate(data, { progress, signal: stop.signal })) as unknown as Result;
}

/** Streams of the corrected documents, one for each correction. */
async function correctedBy(recalculation_fk: number): Promise<string[]> {
  const { rows } = await books.query<{ stream: string }>(
    `select stream from log.event where type like '%.rate_corrected' and (data ->> 'recalculation_fk')::int = $1`,
    [recalculation_fk],
  );
  return rows.map(({ stream }) => stream);
}

async function expectRight(): Promise<void> {
  await readNow('financial_reports/trial_balance');
  const { rows } = await books.query<{ schema: string }>(
    `select schema from projection.build where status = 'current'`,
  );
  const schema = rows[0]?.schema ?? '';
  const answers = [
    await checkPreviews(books, schema),
    ...(await checkBooks(books, schema)),
    ...(await checkAcross(books, schema)),
  ];
  expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([]);
}

/** Reads after all events of the job are projected; the office does not wait for them itself. */
async function readNow(path: string) {
  const head = String(await commands.store.head());
  return office.read(path, office.token, { 'x-wait-for-position': head });
}
const statusOf = async (id: number) => (await readNow(`recalculations/${id}`)).data['status'];
const ask = (rate_fk: number, to_rate_fk: number) =>
  office.add('recalculations', { date: '2026-03-01', rate_fk, to_rate_fk });

describe('a corrected rate of more documents than an append takes', () => {
  let id: number;
  let shown: Result;
  let late: number;

  it('is partly committed when the process stops, and reports it', async () => {
    id = await ask(rates.wrong, rates.right);
    shown = await work(id);
    expect(shown).toMatchObject({ committed: false, documents: INCOMES + 3 });
    await expect(work(id, shown.plan, 'stopped')).rejects.toThrow(Interrupted);
    const corrected = await correctedBy(id);
    expect(corrected).toHaveLength(4);
    expect(await statusOf(id)).toBe('committing');
    const discarded = await office.send('POST', `recalculations/${id}/discard`);
    expect(discarded.status).toBe(409);
    const year = (await office.read('financial_years')).data['data'] as unknown as { id: number }[];
    const gate = await office.send('GET', `financial_years/${year[0]?.id}/gate`);
    const drafts = (gate.body.data['checks'] as { check: string }[]).find(({ check }) => check === 'drafts');
    expect(drafts).toMatchObject({ holds: false, findings: [{ kind: 'recalculation', id, status: 'committing' }] });
  });

  it('continues with the remaining documents, corrects each document once, and then is committed', async () => {
    // Entered meanwhile at the wrong rate: one income that the plan does not contain, and one payment of a corrected
    // sale.
    late = await income(rates.wrong);
    await receive('40');
    expect(await work(id, shown.plan)).toMatchObject({ committed: true, stale: false });
    const corrected = await correctedBy(id);
    expect(new Set(corrected).size).toBe(corrected.length);
    expect(corrected.toSorted()).toEqual(
      [
        'purchase-1',
        'sale-1',
        'customer_transaction-1',
        'customer_transaction-2',
        ...Array.from({ length: INCOMES }, (_, n) => `income-${n + 1}`),
      ].toSorted(),
    );
    expect(await statusOf(id)).toBe('committed');
    expect((await readNow(`incomes/${late}`)).data).toMatchObject({ rate_fk: rates.wrong });
    await expectRight();
    const { rows } = await books.query<{ base: string }>(
      'select trim_scale(sum(base))::text as base from read.journal_line where document = $1 and account = $2',
      ['purchase-1', 2110],
    );
    expect(rows[0]?.base).toBe('-73500');
    expect(shown.differences).toContainEqual(
      expect.objectContaining({ document: 'purchase-1', account: 2110, after: '-73500' }),
    );
  });

  it('stores nothing when the job is taken up once more', async () => {
    const head = await commands.store.head();
    expect(await work(id, shown.plan)).toMatchObject({ committed: true, stale: false });
    expect(await commands.store.head()).toBe(head);
  });
});

describe('a commit that was begun and cannot go on', () => {
  it('is finished by another run, after it was cancelled and after it was refused', async () => {
    const id = await ask(rates.right, rates.third);
    const shown = await work(id);
    await expect(work(id, shown.plan, CANCELLED)).rejects.toThrow('cancelled');
    await readNow('recalculations');
    const query = async <Row extends pg.QueryResultRow>(sql: string) => (await books.query<Row>(sql)).rows;
    const named = `recalculation-${id} was begun at `;
    await expect(describeBegunWork(query, '; ', true)).rejects.toThrow(named);
    const year = (await office.read('financial_years')).data['data'] as unknown as { id: number }[];
    const close = await office.add('year_closes', { financial_year_fk: year[0]?.id, confirmed: true });
    const refused = await work(id, shown.plan);
    expect([refused.committed, refused.refused?.length]).toEqual([false, expect.any(Number)]);
    expect(await statusOf(id)).toBe('committing');
    expect((await office.send('POST', `year_closes/${close}/break_off`, { reason: 'a rate' })).status).toBe(200);
    // It is completed without another plan.
    expect(await work(id)).toMatchObject({ committed: true });
    const corrected = await correctedBy(id);
    expect([corrected.length, new Set(corrected).size]).toEqual([INCOMES + 4, INCOMES + 4]);
    await expectRight();
  });
});

describe('a commit in several appends between which nothing else was stored', () => {
  it('is compared with the shown plan, over all of its appends', async () => {
    const id = await ask(rates.third, rates.right);
    expect(await work(id, (await work(id)).plan)).toMatchObject({ committed: true });
    await expectRight();
    const { rows } = await books.query<{ schema: string; position: string }>(
      `select b.schema, e.position from projection.build b, log.event e
       where b.status = 'current' and e.type like '%.rate_corrected' and (e.data ->> 'recalculation_fk')::int = $1
       order by e.position`,
      [id],
    );
    const [first] = rows;
    const change = (sign: string) =>
      books.query(
        `update ${first?.schema}.journal_line set base = base ${sign} 1 where position = ${first?.position} and base > 0`,
      );
    await change('+');
    const { findings } = await checkPreviews(books, first?.schema ?? '');
    await change('-');
    expect(findings).toEqual([expect.stringContaining(`recalculation-${id}: `)]);
  });
});

describe('a correction of which only later appends reach into a closed year', () => {
  it('is refused before anything is stored, with its documents of that year', async () => {
    const id = await ask(rates.right, rates.third);
    const { plan } = await work(id);
    await books.query(`update claim.period set to_day = '2026-03-03', status = 'closed' where from_day = '2026-01-01'`);
    await books.query(
      `insert into claim.period (from_day, to_day, status) values ('2026-03-04', '2026-12-31', 'open')`,
    );
    const result = await work(id, plan);
    await books.query(`delete from claim.period where from_day = '2026-03-04'`);
    await books.query(`update claim.period set to_day = '2026-12-31', status = 'open' where from_day = '2026-01-01'`);
    expect([result.committed, result.refused]).toEqual([
      false,
      [
        { message: 'closed_period', params: { day: '2026-03-02', document: 'purchase-1' } },
        { message: 'closed_period', params: { day: '2026-03-03', document: 'sale-1' } },
      ],
    ]);
    expect([await statusOf(id), await correctedBy(id)]).toEqual(['asked', []]);
    expect((await office.send('POST', `recalculations/${id}/discard`)).status).toBe(200);
  });
});

describe('a rate that is amended while its correction is stored', () => {
  it('is refused, because the recalculation uses it, and what was shown is committed', async () => {
    const id = await ask(rates.right, rates.third);
    const shown = await work(id);
    const amended: number[] = [];
    const store = over(commands.store, async (batch) => {
      const body = { rate: '1455', in_rate: '1455' };
      amended.push((await office.send('PATCH', `currency_rates/${rates.third}`, body)).status);
      return commands.store.append(batch);
    });
    const program = { program: PROGRAM, databaseUrl: office.database.url };
    const racing = recalculateWork({ ...commands, store }, program, async () => everyone, LIMITS);
    const data = { recalculation_fk: id, user_id: 1, plan: shown.plan };
    const raced = await racing(data, { progress: async () => undefined, signal: new AbortController().signal });
    expect(raced).toMatchObject({ committed: true, stale: false });
    expect(new Set(amended)).toEqual(new Set([422]));
    await expectRight();
  });
});
