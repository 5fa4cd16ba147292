/** The whole import: reads, plans, enters, reconciles, and reports its progress. */
import type pg from 'pg';
import { type Money, printMoney, sum } from '../../domain/values/money.ts';
import { customersOf, openBooks, openPlace, type Place } from './books.ts';
import { type BookChecks, bookChecks, bookTotals, untilProjected } from './books-as-read.ts';
import { type Fees, itemsOf, readFees, withoutGoods } from './classify.ts';
import { ImportClient, Interrupted, keyOfFile, type Send } from './client.ts';
import { enterMonth } from './enter.ts';
import { type EnteredBefore, enteredBefore, isOfAnotherFile, keysOf, ratesByDay } from './entered-before.ts';
import { type Plan, planImport } from './plan.ts';
import { importProgress } from './progress.ts';
import { type RateAt, readRates, registerRates } from './rates.ts';
import { type RejectedRow, readOnlineRetail, type SourceFile } from './read.ts';
import { type Comparison, compareTotals, fileTotals, refusedTotals } from './reconcile.ts';
import { commandIdOf } from './send.ts';

export interface ImportOptions {
  readonly file: string;
  /** File of `date,rate` rows; without it documents have the last rate of the business. */
  readonly rates: string | undefined;
  /**
   * File of `code,expense_type` rows: codes without goods whose credit notes are expenses, in addition to the known
   * ones.
   */
  readonly fees?: string | undefined;
  /** Number of documents entered concurrently. */
  readonly lanes: number;
  readonly send: Send;
  /** Pool of the database with the read models. */
  readonly pool: pg.Pool;
  /** Position of the last event of the log. */
  readonly head: () => Promise<bigint>;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** True when every control total matches; throws errors other than refusals. */
export async function importOnlineRetail(options: ImportOptions): Promise<boolean> {
  const { say, signal, send, lanes } = options;
  const source = await readOnlineRetail(options.file);
  const fees = await readFees(options.fees);
  const progress = importProgress(say, () => performance.now());
  const client = new ImportClient({ send, fileId: source.id, progress, signal, lanes });
  try {
    return await entered({ ...options, source, fees, client, begin: progress.begin });
  } catch (error) {
    if (!(error instanceof Interrupted) && !signal.aborted) throw error;
    say('Interrupted. What was entered is stored; run the same command again to go on.');
    return false;
  }
}

interface Importing extends Omit<ImportOptions, 'fees'> {
  readonly source: SourceFile;
  readonly fees: Fees;
  readonly client: ImportClient;
  readonly begin: (total: number) => void;
}

async function entered(importing: Importing): Promise<boolean> {
  const { source, fees, client, pool, say, signal, head } = importing;
  const beganAt = performance.now();
  const items = itemsOf(source.lines);
  const customers = customersOf(source.lines);
  say(`File ${source.id}: ${source.lines.length + source.rejected.length} rows, ${items.size} items.`);
  for (const line of withoutGoods(source.lines, fees)) say(line);
  const place = await openPlace(client, source.lines);
  // Existing records, settings and rates are read from the read models.
  await untilProjected(pool, String(await head()), signal);
  const before = await enteredBefore(pool, place.outlet);
  const plan = planImport(source.lines, {
    items,
    fees,
    isOfAnotherFile: (document) => isOfAnotherFile(before, source.id, document),
  });
  say(`${documentsOf(plan).length} documents in ${plan.months.length} months.`);
  say('Assumed: goods were bought at 55 % of the median price of their item, at the start of each month.');
  const purchases = plan.months.reduce((count, month) => count + month.purchases.length, 0);
  importing.begin(customers.size + items.size + purchases + documentsOf(plan).length);
  const books = await openBooks(client, pool, place, { lines: source.lines, items, customers, fees });
  const rateAt = await ratesFor(importing);
  const isThere = isThereIn(before, source);
  const rejected = [...source.rejected, ...plan.rejected];
  const entering = { client, books, rateAt, fees, isThere, say };
  for (const month of plan.months) rejected.push(...(await enterMonth(entering, month)));
  say(`Entered in ${((performance.now() - beganAt) / 1000).toFixed(0)} s. Waiting for the read models.`);
  await untilProjected(pool, client.position, signal);
  return reconcile(importing, plan, rejected, place);
}

const documentsOf = ({ months }: Plan) => months.flatMap(({ documents }) => documents);

const isThereIn =
  ({ commands }: EnteredBefore, { id }: SourceFile) =>
  (key: string): boolean =>
    commands.has(commandIdOf(keyOfFile(id, key)));

async function ratesFor({ client, source, rates, pool }: Importing): Promise<RateAt> {
  const { rows } = await pool.query<{ currency: number }>(
    `select (data->>'currency_fk')::int as currency from read.record where kind = 'system_setting' and id = 1`,
  );
  if (rows[0]?.currency === 2) return () => ({});
  const days = source.lines.map((line) => line.date).sort();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  if (rates) return registerRates(client, await ratesByDay(pool), await readRates(rates), from, to);
  const last = await pool.query<{ id: number; rate: string }>(
    `select id, data->>'rate' as rate from read.record where kind = 'currency_rate' and active order by data->>'date' desc, id desc limit 1`,
  );
  const known = last.rows[0];
  if (!known) throw new Error('The books are in dinar and there is no rate: give --rates FILE.');
  return () => ({ rate_fk: known.id, rate: known.rate });
}

async function reconcile(
  { pool, say, source }: Importing,
  plan: Plan,
  rejected: readonly RejectedRow[],
  { outlet }: Place,
): Promise<boolean> {
  for (const row of rejected.toSorted((a, b) => a.row - b.row))
    say(`Not taken: row ${row.row}, ${row.reason}, amount ${printMoney(row.amount)} (${row.text})`);
  const commandIds = documentsOf(plan).flatMap((document) =>
    keysOf(document).map((key) => commandIdOf(keyOfFile(source.id, key))),
  );
  const compared = compareTotals({
    file: fileTotals(source.lines, source.rejected),
    refused: refusedTotals(source.lines, rejected),
    books: await bookTotals(pool, outlet, commandIds),
  });
  for (const line of compared.map(printed)) say(line);
  const checks = await bookChecks(pool);
  for (const line of printedChecks(checks)) say(line);
  const value: Money = sum(rejected.map((row) => row.amount));
  say(`${rejected.length} rows refused, amount ${printMoney(value)}.`);
  const met = compared.every((row) => row.equal) && checks.every((check) => check.holds);
  say(met ? 'Every control total is met: file = books + refused.' : 'NOT every control total is met.');
  return met;
}

function printed({ month, what, file, refused, books, equal }: Comparison): string {
  const [all, taken, left] = [file.padStart(16), books.padStart(16), refused.padStart(14)];
  return `${month.padEnd(8)} ${what.padEnd(14)} file ${all} = books ${taken} + refused ${left}   ${equal ? 'equal' : 'DIFFERENT'}`;
}

function printedChecks(checks: readonly BookChecks[]): string[] {
  return checks.map(({ what, detail, holds }) => `${what}: ${detail} ${holds ? 'holds' : 'DOES NOT HOLD'}`);
}
