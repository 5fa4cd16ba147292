/**
 * Foreign oracles: hledger and beancount read the exported books, check them, and say the balance of every account
 * at every month end, in each currency and in the system currency. Theirs and ours must be the same to the last digit.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { divideRounded } from '../../../domain/kernel/fixed-point.ts';
import { MONEY_SCALE, type Money, money, printMoney, ZERO } from '../../../domain/kernel/money.ts';
import type { Person } from '../../../identity/person.ts';
import { inSnapshot, type Reader } from '../../database/reader.ts';
import { accountBalances, shift } from '../../reports/account-balances.ts';
import { type Books, codeOf, readBooks } from './entries.ts';
import { type ExportFormat, exportBooks } from './export.ts';

/** `131000001 IQD` and `131000001 base`: what an account holds in a currency, and in all what it is worth. */
export type Balances = ReadonlyMap<string, Money>;

export interface Compared {
  readonly program: string;
  readonly missing: boolean;
  readonly months: number;
  readonly balances: number;
  readonly differences: readonly string[];
}

interface Oracle {
  readonly program: string;
  readonly format: ExportFormat;
  readonly extension: string;
  /** What it says against the whole file; empty when it has nothing to say. */
  check(file: string): string;
  /** Balances before a day. */
  balances(file: string, before: string, books: Books): Balances;
}

function run(program: string, args: readonly string[]): { readonly out: string; readonly failed: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return {
    out: stdout ?? '',
    failed: error?.message ?? (status === 0 ? '' : stderr || stdout || `exit code ${status}`),
  };
}

const succeeded = (program: string, args: readonly string[]): string => {
  const { out, failed } = run(program, args);
  if (failed) throw new Error(`${program} ${args.join(' ')}: ${failed}`);
  return out;
};

/** The number that the deepest part of an account's name begins with. */
const numberIn = (name: string): string | undefined => /^(\d+)/.exec(name.split(':').at(-1)?.trim() ?? '')?.[1];
const AMOUNT = /(-?\d+(?:\.\d+)?)\s*([A-Z][A-Z0-9]*)/g;

const hledger: Oracle = {
  program: 'hledger',
  format: 'hledger',
  extension: 'journal',
  check: (file) => run('hledger', ['-f', file, 'check', 'accounts', 'commodities', 'balancednoautoconversion']).failed,
  balances(file, before, books) {
    const base = codeOf(books, books.system);
    const found = new Map<string, Money>();
    for (const [as, options] of [
      ['', []],
      ['base', ['-B']],
    ] as const) {
      const args = ['-f', file, 'balance', '--flat', '-N', '-e', before, '-O', 'csv', ...options];
      const [, ...rows] = parse(succeeded('hledger', args), { relax_column_count: true }) as string[][];
      for (const [name = '', amounts = ''] of rows) {
        for (const [, amount = '0', code = ''] of amounts.matchAll(AMOUNT)) {
          if (as === 'base' && code !== base) throw new Error(`hledger leaves ${amount} ${code} in ${name} with -B`);
          add(found, `${numberIn(name)} ${as || code}`, money(amount));
        }
      }
    }
    return found;
  },
};

const beancount: Oracle = {
  program: 'bean-query',
  format: 'beancount',
  extension: 'beancount',
  check: (file) => run('bean-check', [file]).failed,
  balances(file, before) {
    // What a position is worth has the many decimals of its price: as a text it is neither rounded nor cut for display.
    const sums = 'str(sum(number)) AS units, str(sum(number(weight))) AS worth';
    const query = `SELECT account, currency, ${sums} WHERE date < ${before} GROUP BY account, currency`;
    const text = succeeded('bean-query', ['-q', '-f', 'csv', file, query]);
    const found = new Map<string, Money>();
    for (const row of parse(text, { columns: true, trim: true }) as Record<string, string>[]) {
      const account = numberIn(row['account'] ?? '');
      add(found, `${account} ${row['currency']}`, rounded(row['units']));
      add(found, `${account} base`, rounded(row['worth']));
    }
    return found;
  },
};

/**
 * To the decimals of an amount: a price that does not come out even leaves a rest far behind them. Decimals are told as
 * `Decimal('21194.57630000000000000000000')`, and with an exponent when nothing but the rest is left.
 */
function rounded(text = ''): Money {
  const [, whole = '0', rest = '', exponent] = /(-?\d+)(?:\.(\d*))?(E-\d+)?/.exec(text) ?? [];
  if (exponent) return ZERO;
  const digits = rest.slice(0, LONG).padEnd(LONG, '0');
  return divideRounded(BigInt(`${whole}${digits}`), 10n ** BigInt(LONG - MONEY_SCALE)) as Money;
}
const LONG = 30;

function add(sums: Map<string, Money>, key: string, amount: Money): void {
  sums.set(key, ((sums.get(key) ?? ZERO) + amount) as Money);
}

export const ORACLES: readonly Oracle[] = [hledger, beancount];
export const isHere = (program: string): boolean => !run(program, ['--version']).failed;

/**
 * Ours, in the same words. What an account holds of the system currency is there what is worth something and is no
 * foreign amount: its lines in the system currency, and differences of worth without an amount.
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

/** Of the keys that ours has; nothing may stand where we have nothing. */
export function differencesOf(ours: Balances, theirs: Balances, system: string, when: string): string[] {
  const keys = new Set([...ours.keys(), ...[...theirs.keys()].filter((key) => !key.endsWith(` ${system}`))]);
  return [...keys].flatMap((key) => {
    const [our, their] = [ours.get(key) ?? ZERO, theirs.get(key) ?? ZERO];
    return our === their ? [] : [`${when}: ${key} is ${printMoney(our)}, there ${printMoney(their)}`];
  });
}

export async function compareWithOthers(
  reader: Reader,
  person: Person,
  say: (line: string) => void = () => undefined,
): Promise<Compared[]> {
  // One position for the files and for our balances, whatever is recorded meanwhile.
  const { position } = await inSnapshot(reader, (snapshot) => readBooks(snapshot, {}));
  const books = await inSnapshot(reader, (snapshot) => readBooks(snapshot, { known_at: position }));
  const folder = mkdtempSync(join(tmpdir(), 'daftar-export-'));
  try {
    const results: Compared[] = [];
    for (const oracle of ORACLES) results.push(await compareWith(oracle, folder, { reader, person, books, say }));
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Comparing {
  readonly reader: Reader;
  readonly person: Person;
  readonly books: Books;
  readonly say: (line: string) => void;
}

async function compareWith(
  oracle: Oracle,
  folder: string,
  { reader, person, books, say }: Comparing,
): Promise<Compared> {
  const { program, format, extension } = oracle;
  if (!isHere(program)) return { program, missing: true, months: 0, balances: 0, differences: [] };
  const file = join(folder, `books.${extension}`);
  const out = createWriteStream(file);
  const requested = { format, today: books.lastDate ?? '', known_at: books.position };
  for await (const piece of exportBooks(reader, person, requested)) out.write(piece);
  out.end();
  await finished(out);
  say(`${program}: checking`);
  const complaint = oracle.check(file);
  const differences = complaint ? [complaint] : [];
  let balances = 0;
  const days = complaint ? [] : monthEnds(books);
  for (const before of days) {
    const last = shift(before, -1);
    const ours = await ourBalances(reader, books, last);
    balances += ours.size;
    differences.push(...differencesOf(ours, oracle.balances(file, before, books), codeOf(books, books.system), last));
    say(`${program}: ${last}`);
  }
  return { program, missing: false, months: days.length, balances, differences };
}
