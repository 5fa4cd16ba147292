/**
 * The audit file of a ledger, made in a separate thread as in the API, compared with the same file made in the main
 * thread: how long the main thread is blocked. And the journal for hledger, of the whole ledger and of its first quarter: four
 * times as many lines take four times as long.
 */
import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SUPER_USER_ID } from '../domain/people/user.record.ts';
import { personOf } from '../identity/person.ts';
import { exportBooks } from '../read-api/audit/export/export.ts';
import { exportInThread } from '../read-api/audit/export/in-thread.ts';
import { connectReader } from '../read-api/database/reader.ts';
import { type Figure, mustHold, type Scenario } from './measure.ts';
import { fillLedger, LEDGER_LINES } from './sample-ledger.ts';

/** Share of the ledger: 250,000 lines. */
const SHARE = 0.05;
const P99_MS = 25;
const RESOLUTION_MS = 5;
/** For a million lines. */
const MILLION_MS = 60_000;
/** How much longer a line may take in a file that is four times as long. */
const LINEAR_MAX = 1.5;
const NANOSECONDS_IN_MS = 1e6;

interface Made {
  readonly digest: string;
  readonly bytes: number;
  readonly ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export const exporting: Scenario = {
  name: 'export',
  about: `SAF-T of ${(LEDGER_LINES * SHARE).toLocaleString('en')} ledger lines: how long requests wait meanwhile`,
  async run({ size, databaseUrl }) {
    await fillLedger(databaseUrl, SHARE * size);
    const user = { user_name: 'export', email: 'export@localhost' };
    const person = personOf(SUPER_USER_ID, user, undefined);
    const options = { format: 'saft', today: '2026-01-01' } as const;
    const reader = connectReader(databaseUrl);
    try {
      const task = { databaseUrl, person: { user_id: SUPER_USER_ID, user: person.user }, options };
      const beside = await watched(exportInThread(task, new AbortController().signal));
      const here = await watched(exportBooks(reader, person, options));
      mustHold(beside.digest === here.digest && beside.bytes > 0, 'the two files differ');
      const inThread = (figure: 'p99Ms' | 'longestMs', name: string) => ({
        name,
        value: `${beside[figure].toFixed(0)} ms`,
        reference: {
          name: 'in the same thread',
          value: `${here[figure].toFixed(0)} ms`,
          ratio: here[figure] / beside[figure],
        },
      });
      return [
        {
          ...inThread('p99Ms', 'event loop, p99'),
          target: { text: `at most ${P99_MS} ms`, reached: beside.p99Ms <= P99_MS },
        },
        inThread('longestMs', 'event loop, longest'),
        {
          name: 'time',
          value: `${(beside.ms / 1000).toFixed(1)} s for ${Math.round(beside.bytes / 2 ** 20)} MiB`,
          reference: {
            name: 'in the same thread',
            value: `${(here.ms / 1000).toFixed(1)} s`,
            ratio: here.ms / beside.ms,
          },
        },
        await linear((known_at) => exportBooks(reader, person, { ...options, format: 'hledger', known_at }), size),
      ];
    } finally {
      await reader.destroy();
    }
  },
};

async function linear(journal: (known_at: string) => AsyncIterable<string>, size: number): Promise<Figure> {
  const lines = LEDGER_LINES * SHARE * size;
  // The ledger has five lines in an event.
  const quarter = await watched(journal(String(Math.round(lines / 5 / 4))));
  const whole = await watched(journal(String(Math.round(lines / 5))));
  const million = (whole.ms / lines) * 1_000_000;
  const ratio = whole.ms / (quarter.ms * 4);
  return {
    name: 'hledger, a million lines',
    value: `${(million / 1000).toFixed(1)} s`,
    target: {
      text: `at most ${MILLION_MS / 1000} s, and ${LINEAR_MAX} times four quarters`,
      reached: million <= MILLION_MS && ratio <= LINEAR_MAX,
    },
    reference: {
      name: 'four quarters of it',
      value: `${((quarter.ms * 4 * million) / whole.ms / 1000).toFixed(1)} s`,
      ratio: 1 / ratio,
    },
  };
}

/** Reads the pieces one after the other, like a client that keeps up. */
async function watched(pieces: AsyncIterable<string | Uint8Array>): Promise<Made> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const hash = createHash('sha256');
  let bytes = 0;
  const startedMs = performance.now();
  delay.enable();
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    hash.update(piece);
  }
  delay.disable();
  return {
    digest: hash.digest('hex'),
    bytes,
    ms: performance.now() - startedMs,
    p99Ms: delay.percentile(99) / NANOSECONDS_IN_MS,
    longestMs: delay.max / NANOSECONDS_IN_MS,
  };
}
