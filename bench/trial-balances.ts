/** Balances of all accounts, from the sums as reports read them, compared with the sum of all lines. */
import { sql } from 'kysely';
import { type AccountBalance, accountBalances } from '../read-api/books/account-balances.ts';
import { readKnownAt } from '../read-api/books/known-at.ts';
import { connectReader, inSnapshot, type Snapshot } from '../read-api/database/reader.ts';
import { type Figure, median, mustHold, percentile, type Scenario, scaled } from './measure.ts';
import { DAYS, FIRST_DAY, fillLedger, LEDGER_LINES } from './sample-ledger.ts';

export interface Asked {
  readonly asAt: string;
  /** A moment; undefined means now. */
  readonly knownAt: string | undefined;
}

const QUESTIONS = 200;
/** Number of queries that are also computed from the lines. */
const COMPARED = 8;
const DAY_MS = 86_400_000;

/** The day of a query within the ten years, spread over all kinds of days. */
export function dayAt(question: number, daysAhead = 0): string {
  const day = ((question * 977) % (DAYS - 60)) + 30 + daysAhead;
  return new Date(Date.parse(FIRST_DAY) + day * DAY_MS).toISOString().slice(0, 10);
}

export function trialBalances(
  name: string,
  about: string,
  question: (number: number) => Asked,
  targets: { readonly timesFaster: number; readonly p95Ms?: number },
): Scenario {
  return {
    name,
    about: `${about}, ${LEDGER_LINES.toLocaleString('en')} ledger lines`,
    async run({ size, databaseUrl }) {
      const questions = scaled(QUESTIONS, size, COMPARED);
      const reader = connectReader(databaseUrl);
      try {
        await fillLedger(databaseUrl, size);
        const fast: number[] = [];
        const slow: number[] = [];
        // A warm-up of plans and pages on both sides.
        for (let n = 0; n < questions / 4; n += 1) await inSnapshot(reader, (now) => ask(now, question(n)));
        for (let n = 0; n < questions; n += 1) {
          const requested = question(n);
          const { rows, ms } = await timed(() => inSnapshot(reader, (now) => ask(now, requested)));
          fast.push(ms);
          if (n % Math.floor(questions / COMPARED) !== 0) continue;
          const summed = await timed(() => inSnapshot(reader, (now) => sumOfLines(now, requested)));
          slow.push(summed.ms);
          mustHold(
            same(rows, summed.rows),
            `the balances at ${requested.asAt} known at ${requested.knownAt ?? 'now'} differ`,
          );
        }
        return figures(fast, slow, targets);
      } finally {
        await reader.destroy();
      }
    },
  };
}

function figures(
  fast: readonly number[],
  slow: readonly number[],
  { timesFaster, p95Ms }: { readonly timesFaster: number; readonly p95Ms?: number },
): Figure[] {
  const ratio = median(slow) / median(fast);
  const p95 = percentile(fast, 0.95);
  return [
    {
      name: 'trial balance',
      value: `median ${median(fast).toFixed(1)} ms`,
      reference: { name: 'SUM … GROUP BY', value: `${median(slow).toFixed(0)} ms`, ratio },
      target: { text: `at least ${timesFaster} × faster`, reached: ratio >= timesFaster },
    },
    {
      name: 'p95',
      value: `${p95.toFixed(1)} ms`,
      ...(p95Ms === undefined ? {} : { target: { text: `at most ${p95Ms} ms`, reached: p95 <= p95Ms } }),
    },
  ];
}

async function ask(now: Snapshot, { asAt, knownAt }: Asked): Promise<AccountBalance[]> {
  const known = await readKnownAt(now, knownAt);
  return accountBalances(now, { asAt, known, where: [] });
}

async function sumOfLines(now: Snapshot, { asAt, knownAt }: Asked): Promise<AccountBalance[]> {
  const known = knownAt === undefined ? sql`` : sql`and recorded_at <= ${knownAt}::timestamptz`;
  const { rows } = await sql<AccountBalance>`
    select account, currency_fk, sum(base) as base, sum(foreign_amount) as foreign_amount from read.journal_line
    where effective_date <= ${asAt}::date ${known} group by account, currency_fk`.execute(now);
  return rows;
}

async function timed<Rows>(work: () => Promise<Rows>): Promise<{ rows: Rows; ms: number }> {
  const startedMs = performance.now();
  const rows = await work();
  return { rows, ms: performance.now() - startedMs };
}

/** Accounts with a zero balance may be missing. */
function same(a: readonly AccountBalance[], b: readonly AccountBalance[]): boolean {
  const texts = (rows: readonly AccountBalance[]) =>
    rows
      .filter((row) => row.base !== '0' || row.foreign_amount !== '0')
      .map((row) => [row.account, row.currency_fk, row.base, row.foreign_amount].join(' '))
      .sort()
      .join('\n');
  return texts(a) === texts(b);
}
