/** The rate of documents on a day, when the books are not kept in dollars. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { readDate } from '../../domain/values/effective-date.ts';
import { readRate } from '../../domain/values/rate.ts';
import type { ImportClient } from './client.ts';
import { rateKey } from './entered-before.ts';

/** Rate fields of a document of that day; empty when the books are in dollars. */
export type RateAt = (date: string) => { readonly rate_fk?: number; readonly rate?: string };

export interface DatedRate {
  readonly date: string;
  readonly rate: string;
}

/** `date,rate` rows, oldest first; throws for a row without a positive rate. */
export async function readRates(path: string): Promise<DatedRate[]> {
  const rows: DatedRate[] = parse(await readFile(path), { columns: true, skip_empty_lines: true });
  const wrong = rows.find((row) => !readDate(row.date ?? '') || (readRate(row.rate ?? '') ?? 0n) <= 0n);
  if (wrong) throw new Error(`${path}: not a dated rate: ${JSON.stringify(wrong)}`);
  return rows.sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** The rates for the days from..to: those within, and the last one before. Registers missing ones. */
export async function registerRates(
  client: ImportClient,
  there: ReadonlyMap<string, number>,
  rates: readonly DatedRate[],
  from: string,
  to: string,
): Promise<RateAt> {
  const before = rates.filter((rate) => rate.date <= from).at(-1) ?? rates[0];
  const needed = [...(before ? [before] : []), ...rates.filter((rate) => rate.date > from && rate.date <= to)];
  const registered: (DatedRate & { id: number })[] = [];
  for (const { date, rate } of needed) {
    const known = there.get(rateKey(date, rate));
    const id = known ?? (await client.create('currency_rates', { date, rate, in_rate: rate }, `rate:${date}`));
    registered.push({ id, date, rate });
  }
  return (date) => {
    const at = registered.filter((rate) => rate.date <= date).at(-1) ?? registered[0];
    return at ? { rate_fk: at.id, rate: at.rate } : {};
  };
}
