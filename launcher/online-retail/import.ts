/** The whole import: read, plan, enter, reconcile; and what it says on the way. */
import type pg from 'pg';
import { type Money, printMoney, sum } from '../../domain/kernel/money.ts';
import { openBooks } from './books.ts';
import { type BookChecks, bookChecks, bookTotals, untilProjected } from './books-as-read.ts';
import { itemsOf } from './classify.ts';
import { ImportClient, Interrupted, type Send } from './client.ts';
import { enterMonth } from './enter.ts';
import { planImport } from './plan.ts';
import { type RateAt, readRates, registerRates } from './rates.ts';
import { type RejectedRow, readOnlineRetail, type SourceFile } from './read.ts';
import { type Comparison, compareTotals, grandTotal, sourceTotals } from './reconcile.ts';

export interface ImportOptions {
  readonly file: string;
  /** `date,rate` rows; without them documents carry the last rate of the business. */
  readonly rates: string | undefined;
  /** Documents that are under way at the same time. */
  readonly lanes: number;
  readonly send: Send;
  /** Of the database with the read models. */
  readonly pool: pg.Pool;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** True when every control total is met; throws what is not a refusal. */
export async function importOnlineRetail(options: ImportOptions): Promise<boolean> {
  const { say, signal } = options;
  const beganAt = performance.now();
  const source = await readOnlineRetail(options.file);
  const items = itemsOf(source.lines);
  const plan = planImport(source.lines, items);
  say(`${source.lines.length} lines read, ${items.size} items, ${plan.months.length} months.`);
  say('Assumed: goods were bought at 55 % of the median price of their item, at the start of each month.');
  const client = new ImportClient(options.send, progress(say), signal, options.lanes);
  const rejected = [...source.rejected, ...plan.rejected];
  try {
    const books = await openBooks(client, source.lines, items);
    // The settings and rates are read where everybody reads them.
    await untilProjected(options.pool, client.position, signal);
    const rateAt = await ratesFor(client, source, options);
    for (const month of plan.months) rejected.push(...(await enterMonth(client, month, books, rateAt)));
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(0);
    say(`Entered in ${seconds} s. Waiting for the read models.`);
    await untilProjected(options.pool, client.position, signal);
    return await reconcile(options, source, rejected, books.outlet);
  } catch (error) {
    if (!(error instanceof Interrupted) && !signal.aborted) throw error;
    say('Interrupted. What was entered is stored; run the same command again to go on.');
    return false;
  }
}

async function ratesFor(client: ImportClient, source: SourceFile, { rates, pool }: ImportOptions): Promise<RateAt> {
  const { rows } = await pool.query<{ currency: number }>(
    `select (data->>'currency_fk')::int as currency from read.record where kind = 'system_setting' and id = 1`,
  );
  if (rows[0]?.currency === 2) return () => ({});
  const days = source.lines.map((line) => line.date).sort();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  if (rates) return registerRates(client, await readRates(rates), from, to);
  const last = await pool.query<{ id: number; rate: string }>(
    `select id, data->>'rate' as rate from read.record where kind = 'currency_rate' and active order by data->>'date' desc, id desc limit 1`,
  );
  const known = last.rows[0];
  if (!known) throw new Error('The books are in dinar and there is no rate: give --rates FILE.');
  return () => ({ rate_fk: known.id, rate: known.rate });
}

/** A line when something begins and a line for each tenth of it. */
function progress(say: (line: string) => void) {
  const last = new Map<string, number>();
  return (what: string, done: number, of: number): void => {
    const tenth = Math.floor((done * 10) / of);
    if (last.get(what) === tenth) return;
    last.set(what, tenth);
    say(`  ${what}: ${done} of ${of}`);
  };
}

async function reconcile(
  { pool, say }: ImportOptions,
  source: SourceFile,
  rejected: readonly RejectedRow[],
  outlet: number,
): Promise<boolean> {
  for (const row of rejected)
    say(`Not taken: row ${row.row}, ${row.reason}, amount ${printMoney(row.amount)} (${row.text})`);
  const file = sourceTotals(source.lines, rejected);
  const books = await bookTotals(pool, outlet);
  const compared = compareTotals(file, books);
  const total = compareTotals([grandTotal(file)], [grandTotal(books)]);
  for (const line of [...compared, ...total].map(printed)) say(line);
  const checks = await bookChecks(pool);
  for (const line of printedChecks(checks)) say(line);
  const value: Money = sum(rejected.map((row) => row.amount));
  say(`${rejected.length} rows not taken, amount ${printMoney(value)}.`);
  const met = [...compared, ...total].every((row) => row.equal) && checks.every((check) => check.holds);
  say(met ? 'Every control total is met.' : 'NOT every control total is met.');
  return met;
}

function printed({ month, what, file, books, equal }: Comparison): string {
  return `${month.padEnd(8)} ${what.padEnd(14)} file ${file.padStart(16)}   books ${books.padStart(16)}   ${equal ? 'equal' : 'DIFFERENT'}`;
}

function printedChecks(checks: readonly BookChecks[]): string[] {
  return checks.map(({ what, detail, holds }) => `${what}: ${detail} ${holds ? 'holds' : 'DOES NOT HOLD'}`);
}
