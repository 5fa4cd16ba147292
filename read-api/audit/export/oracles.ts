/**
 * The external accounting programs hledger and beancount. Each reports the balance of every account at the end of every
 * month, in each currency and in the system currency, in one run for all months.
 */
import { spawnSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import { divideRounded } from '../../../domain/values/fixed-point.ts';
import { MONEY_SCALE, type Money, money, toMoney, ZERO } from '../../../domain/values/money.ts';
import type { ExportFormat } from './export.ts';

/** Keyed by `131000001 IQD` for the amount in a currency, and by `131000001 base` for the whole base amount. */
export type Balances = ReadonlyMap<string, Money>;

export interface Oracle {
  readonly program: string;
  readonly format: ExportFormat;
  readonly extension: string;
  /** The program's errors for the whole file; empty when it accepts the file. */
  check(file: string): string;
  /**
   * At the end of each of `months` (consecutive, `YYYY-MM`), in their order. `system` is the code of the system
   * currency.
   */
  balances(file: string, months: readonly string[], system: string): readonly Balances[];
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
  balances(file, months, system) {
    const found = new Map(months.map((month) => [month, new Map<string, Money>()]));
    for (const [as, options] of [
      ['', ['cur:[A-Z][A-Z0-9]+']],
      // Goods are commodities; their cost is in the system currency.
      ['', ['-B', 'cur:.*, item [0-9]+']],
      ['base', ['-B']],
    ] as const) {
      const args = ['-f', file, 'balance', '--flat', '-N', '--monthly', '--historical', '-O', 'csv', ...options];
      const [heading = [], ...rows]: string[][] = parse(succeeded('hledger', args), { relax_column_count: true });
      for (const [name = '', ...columns] of rows) {
        columns.forEach((amounts, index) => {
          // A column heading is the month, or its last day in later versions.
          const balances = found.get(heading[index + 1]?.slice(0, 7) ?? '');
          for (const [, amount = '0', code = ''] of amounts.matchAll(AMOUNT)) {
            if (as === 'base' && code !== system)
              throw new Error(`hledger leaves ${amount} ${code} in ${name} with -B`);
            if (balances) add(balances, `${numberIn(name)} ${as || code}`, money(amount));
          }
        });
      }
    }
    return [...found.values()];
  },
};

const beancount: Oracle = {
  program: 'bean-query',
  format: 'beancount',
  extension: 'beancount',
  check: (file) => run('bean-check', [file]).failed,
  /** hledger sums the movements of each month; the balances accumulate them. */
  balances(file, months) {
    // The base amount has as many decimals as its price; as text it is neither rounded nor cut for display.
    const sums = 'str(sum(number)) AS units, str(sum(number(weight))) AS base_amount';
    const query = `SELECT year, month, account, currency, ${sums} GROUP BY year, month, account, currency`;
    const text = succeeded('bean-query', ['-q', '-f', 'csv', file, query]);
    const rows: Record<string, string>[] = parse(text, { columns: true, trim: true });
    const moved = Map.groupBy(rows, (row) => `${row['year']}-${row['month']?.padStart(2, '0')}`);
    const balances = new Map<string, Money>();
    return months.map((month) => {
      for (const row of moved.get(month) ?? []) {
        const account = numberIn(row['account'] ?? '');
        add(balances, `${account} ${row['currency']}`, rounded(row['units']));
        add(balances, `${account} base`, rounded(row['base_amount']));
      }
      return new Map(balances);
    });
  },
};

/**
 * Rounded to the decimals of an amount: an inexact price leaves a remainder far behind them. beancount prints decimals
 * as `Decimal('21194.57630000000000000000000')`, with an exponent when only the remainder is left.
 */
function rounded(text = ''): Money {
  const [, whole = '0', rest = '', exponent] = /(-?\d+)(?:\.(\d*))?(E-\d+)?/.exec(text) ?? [];
  if (exponent) return ZERO;
  const digits = rest.slice(0, LONG).padEnd(LONG, '0');
  return toMoney(divideRounded(BigInt(`${whole}${digits}`), 10n ** BigInt(LONG - MONEY_SCALE)));
}
const LONG = 30;

export function add(sums: Map<string, Money>, key: string, amount: Money): void {
  sums.set(key, toMoney((sums.get(key) ?? ZERO) + amount));
}

export const ORACLES: readonly Oracle[] = [hledger, beancount];
export const isHere = (program: string): boolean => !run(program, ['--version']).failed;
