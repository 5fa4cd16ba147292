/** The replay of a year that is to be closed: every event again, compared with the books that readers see. */
import type { ClosedBooks } from '../../domain/ledger/year-close.ts';
import type { EventStore } from '../../event-store/port.ts';
import { currentBuild } from '../builds/build.ts';
import { compareBuilds } from '../rebuild/compare.ts';
import { withReplay } from '../rebuild/rebuild.ts';
import { checkBooks } from '../verify/invariants.ts';
import { ruleVersions } from './rules.ts';
import { closingBalances, differencesSince, yearDigests } from './year-figures.ts';

export interface YearAsked {
  /** The year's last day. */
  readonly to: string;
  /** Position of the close of the same year before this one. */
  readonly since: string | null;
}

export interface ReplayedYear {
  /** What always holds and does not, and where the books are not what the replay gives; empty when all is well. */
  readonly findings: readonly string[];
  readonly books: Omit<ClosedBooks, 'previous'>;
}

interface Options {
  readonly store: EventStore;
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (line: string) => void;
}

export function replayYear({ to, since }: YearAsked, options: Options): Promise<ReplayedYear> {
  const { onProgress } = options;
  return withReplay(options, async ({ client, build: { schema }, position }) => {
    onProgress?.('comparing with the books');
    const broken = (await checkBooks(client, schema)).flatMap(({ name, findings }) =>
      findings.map((each) => `${name}: ${each}`),
    );
    const current = await currentBuild(client);
    const different = current ? await compareBuilds(client, current.schema, schema, position) : [];
    onProgress?.('adding up the year');
    return {
      findings: [...broken, ...different],
      books: {
        position: String(position),
        rules: ruleVersions(),
        digests: await yearDigests(client, schema, to),
        balances: await closingBalances(client, schema, to),
        differences: since === null ? [] : await differencesSince(client, schema, to, since),
      },
    };
  });
}
