/**
 * A financial year of 1,000,000 document lines, replayed and compared with the books, compared with a rebuild of the
 * same log.
 */
import pg from 'pg';
import { money, sum } from '../domain/values/money.ts';
import { type Figure, mustHold, type Scenario, scaled } from './measure.ts';
import { runProgram } from './programs.ts';
import { fillLog } from './sample-log.ts';

const DOCUMENTS = 200_000;
const LINES = 5;
const TIMES_REBUILD = 1.2;
/** The year contains all days of the sample log. */
const LAST_DAY = '2025-12-31';

interface Replayed {
  readonly findings: readonly string[];
  readonly books: { readonly position: string; readonly balances: readonly { account: number; base: string }[] };
}

export const close: Scenario = {
  name: 'close',
  about: `a financial year of ${(DOCUMENTS * LINES).toLocaleString('en')} document lines, replayed and compared, beside a rebuild`,
  async run({ size, databaseUrl }) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const log = await fillLog(databaseUrl, {
        documents: scaled(DOCUMENTS, size, 500),
        linesPerDocument: LINES,
        items: scaled(2_000, size, 20),
        outlets: 3,
        latePerMille: 20,
      });
      // In separate processes, like the back office.
      const rebuilt = await runProgram(databaseUrl, 'projector/rebuild/main.ts');
      const year = JSON.stringify({ to: LAST_DAY, since: null });
      const closed = await runProgram(databaseUrl, 'projector/closing/main.ts', [year]);
      await check(client, closed.output, log.documentLines);
      const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
      const figure: Figure = {
        name: 'close',
        value: seconds(closed.ms),
        reference: { name: 'the time of a rebuild', value: seconds(rebuilt.ms), ratio: closed.ms / rebuilt.ms },
        target: {
          text: `at most ${TIMES_REBUILD} × the time of a rebuild`,
          reached: closed.ms <= TIMES_REBUILD * rebuilt.ms,
        },
      };
      return [figure];
    } finally {
      await client.end();
    }
  },
};

/** The year's close equals the books, covers all lines, and its result is the sum of its lines. */
async function check(client: pg.Client, output: string, documentLines: number): Promise<void> {
  const last = output.split('\n').findLast((line) => line.startsWith('result ')) ?? '';
  const { findings, books } = JSON.parse(last.slice('result '.length)) as Replayed;
  mustHold(findings.length === 0, `the books differ: ${findings.join('; ')}`);
  const { rows } = await client.query<{ count: string; result: string }>(
    `select (select count(*) from read.document_line) as count, sum(base)::text as result
     from read.journal_line join read.account using (account) where statement = 'income' and effective_date <= $1`,
    [LAST_DAY],
  );
  mustHold(Number(rows[0]?.count) === documentLines, `${rows[0]?.count} of ${documentLines} document lines are there`);
  const closed = sum(books.balances.map((balance) => money(balance.base)));
  mustHold(closed === money(rows[0]?.result ?? '0'), `the close empties ${closed}, the lines are ${rows[0]?.result}`);
}
