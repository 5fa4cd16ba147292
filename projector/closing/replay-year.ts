/**
 * The replay of a year that is about to be closed: every event is folded again and compared with the books that readers
 * use.
 */
import type { ClosedBooks } from '../../domain/ledger/year-close.ts';
import type { EventStore } from '../../event-store/port.ts';
import { replayBeside } from '../rebuild/beside.ts';
import { compareBuilds } from '../rebuild/compare.ts';
import { type Answer, compareBooks, inWords } from '../rebuild/invariants.ts';
import { ruleVersions } from './rules.ts';
import { closingBalances, differencesSince, yearDigests } from './year-figures.ts';

export interface YearQuery {
  /** The year's last day. */
  readonly to: string;
  /** Position of the previous close of the same year. */
  readonly since: string | null;
}

export interface ReplayedYear {
  /** Invariants that fail in the replay and hold in the books, and differences between the books and the replay. */
  readonly findings: readonly string[];
  /** Findings in both builds. They do not block the close; they are reported with their remedy. */
  readonly known: readonly Answer[];
  readonly books: Omit<ClosedBooks, 'previous'>;
}

interface Options {
  readonly store: EventStore;
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (line: string) => void;
}

export function replayYear({ to, since }: YearQuery, options: Options): Promise<ReplayedYear> {
  const { onProgress } = options;
  return replayBeside(options, async ({ client, current, build: { schema }, position }) => {
    onProgress?.('comparing with the books');
    const { added, known } = await compareBooks(client, schema, current.schema);
    const different = await compareBuilds(client, current.schema, schema, position);
    onProgress?.('adding up the year');
    return {
      findings: [...inWords(added), ...different],
      known,
      books: {
        position: String(position),
        rules: ruleVersions(),
        digests: await yearDigests(client, schema, to),
        balances: await closingBalances(client, schema, to),
        differences: since === null ? [] : await differencesSince(client, schema, { to, position: since, close: null }),
      },
    };
  });
}
