/**
 * Independent check of the exports: hledger and beancount read the exported books, check them, and report the balance
 * of every account at every month end, in each currency and in the system currency. Their balances must equal ours to
 * the last digit.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import { type Money, money, printMoney, ZERO } from '../../../domain/values/money.ts';
import type { Person } from '../../../identity/person.ts';
import { accountBalances, shift } from '../../books/account-balances.ts';
import { inSnapshot } from '../../database/reader.ts';
import type { Reader } from '../../database/reader-type.ts';
import { type Books, codeOf, readBooks } from './entries.ts';
import { exportBooks } from './export.ts';
import { add, type Balances, isHere, ORACLES, type Oracle } from './oracles.ts';

export interface Compared {
  readonly program: string;
  readonly missing: boolean;
  readonly months: number;
  readonly balances: number;
  readonly differences: readonly string[];
}

/**
 * Our balances with the same keys. Lines in the system currency, and base differences without a foreign amount, count
 * as amounts of the system currency.
 */
export async function ourBalances(reader: Reader, books: Books, asAt: string): Promise<Balances> {
  const rows = await inSnapshot(reader, (snapshot) =>
    accountBalances(snapshot, { asAt, known: books.known, where: [] }),
  );
  const sums = new Map<string, Money>();
  for (const { account, currency_fk, base, foreign_amount } of rows) {
    add(sums, `${account} base`, money(base));
    if (currency_fk !== books.system) add(sums, `${account} ${codeOf(books, currency_fk)}`, money(foreign_amount));
  }
  return sums;
}

/** The first day after each month, from the first entry to the last. */
export function monthEnds({ firstDate, lastDate }: Pick<Books, 'firstDate' | 'lastDate'>): string[] {
  const days: string[] = [];
  if (!firstDate || !lastDate) return days;
  for (let day = firstDate; day <= lastDate; ) {
    day = `${shift(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
    days.push(day);
  }
  return days;
}

/** Differences for all keys of ours; for any other key their balance must be zero. */
export function differencesOf(ours: Balances, theirs: Balances, system: string, when: string): string[] {
  const keys = new Set([...ours.keys(), ...[...theirs.keys()].filter((key) => !key.endsWith(` ${system}`))]);
  return [...keys].flatMap((key) => {
    const [our, their] = [ours.get(key) ?? ZERO, theirs.get(key) ?? ZERO];
    return our === their ? [] : [`${when}: ${key} is ${printMoney(our)}, there ${printMoney(their)}`];
  });
}

/** Compares again when the read models were replaced meanwhile: the file and our balances may then be of two builds. */
export async function compareWithOthers(
  reader: Reader,
  person: Person,
  say: (line: string) => void = () => undefined,
): Promise<Compared[]> {
  for (;;) {
    const build = await buildOf(reader);
    const results = await compareOnce(reader, person, say);
    if ((await buildOf(reader)) === build) return results;
    say('The read models were replaced meanwhile: comparing again');
  }
}

/** The name of the build that readers use. */
async function buildOf(reader: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`select schema from read.checkpoint limit 1`.execute(reader);
  return rows[0]?.schema;
}

async function compareOnce(reader: Reader, person: Person, say: (line: string) => void): Promise<Compared[]> {
  // The files and our balances use one position, so that events recorded meanwhile do not count.
  const { position } = await inSnapshot(reader, (snapshot) => readBooks(snapshot, {}));
  const books = await inSnapshot(reader, (snapshot) => readBooks(snapshot, { known_at: position }));
  const folder = mkdtempSync(join(tmpdir(), 'daftar-export-'));
  const missing = ORACLES.filter(({ program }) => !isHere(program));
  try {
    const ours = missing.length === ORACLES.length ? [] : await ourMonths(reader, books);
    const results: Compared[] = [];
    for (const oracle of ORACLES) {
      const { program } = oracle;
      const isMissing = missing.includes(oracle);
      const compared = isMissing ? NOTHING : await compareWith(oracle, folder, { reader, person, books, ours, say });
      results.push({ program, missing: isMissing, ...compared });
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const NOTHING = { months: 0, balances: 0, differences: [] };

interface MonthBalances {
  /** `YYYY-MM-DD` */
  readonly lastDay: string;
  readonly balances: Balances;
}

async function ourMonths(reader: Reader, books: Books): Promise<MonthBalances[]> {
  const months: MonthBalances[] = [];
  for (const before of monthEnds(books)) {
    const lastDay = shift(before, -1);
    months.push({ lastDay, balances: await ourBalances(reader, books, lastDay) });
  }
  return months;
}

interface Comparing {
  readonly reader: Reader;
  readonly person: Person;
  readonly books: Books;
  readonly ours: readonly MonthBalances[];
  readonly say: (line: string) => void;
}

/** The program reads the file once to check it, and once or twice for the balances of all months. */
async function compareWith(
  oracle: Oracle,
  folder: string,
  { reader, person, books, ours, say }: Comparing,
): Promise<Omit<Compared, 'program' | 'missing'>> {
  const { program, format, extension } = oracle;
  const file = join(folder, `books.${extension}`);
  const out = createWriteStream(file);
  const requested = { format, today: books.lastDate ?? '', known_at: books.position };
  for await (const piece of exportBooks(reader, person, requested)) out.write(piece);
  out.end();
  await finished(out);
  say(`${program}: checking`);
  const complaint = oracle.check(file);
  if (complaint) return { ...NOTHING, differences: [complaint] };
  say(`${program}: balances of ${ours.length} month ends`);
  const system = codeOf(books, books.system);
  const theirs = oracle.balances(
    file,
    ours.map(({ lastDay }) => lastDay.slice(0, 7)),
    system,
  );
  const differences = ours.flatMap(({ lastDay, balances }, index) =>
    differencesOf(balances, theirs[index] ?? new Map(), system, lastDay),
  );
  const balances = ours.reduce((count, month) => count + month.balances.size, 0);
  return { months: ours.length, balances, differences };
}
