/**
 * A recalculation under the rules in force: replays every event beside the books and reports the differences. Correct
 * books have none. The commit takes the replayed books over if their differences still equal the previewed ones.
 */
import pg from 'pg';
import type { RecalculationPlan } from '../../domain/ledger/recalculation.ts';
import type { EventStore } from '../../event-store/port.ts';
import { readPosition } from '../checkpoint/checkpoint.ts';
import { replayBeside } from '../rebuild/beside.ts';
import { takeOver } from '../rebuild/rebuild.ts';
import { type Chosen, digestOf, journalDifferences, type ShownDifference, shownOf } from './differences.ts';

export interface RecalculationOptions {
  readonly store: EventStore;
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (line: string) => void;
}

export interface Recalculated {
  readonly plan: RecalculationPlan;
  /** The first differences. */
  readonly differences: readonly ShownDifference[];
  /** Number of differences outside the requested items. */
  readonly elsewhere: number;
  /** False when no commit was requested, or the differences no longer equal the previewed ones. */
  readonly committed: boolean;
}

const EVERYTHING: Chosen = { date: '0001-01-01', item_fk: [], inventory_fk: [] };

/** `approved` is the previewed plan to commit; without it nothing is committed. */
export async function recalculateAsInForce(
  requested: Chosen,
  approved: RecalculationPlan | undefined,
  options: RecalculationOptions,
): Promise<Recalculated> {
  const { onProgress, databaseUrl } = options;
  if (approved && (await isTakenOver(databaseUrl, approved))) {
    return { plan: approved, differences: [], elsewhere: 0, committed: true };
  }
  return replayBeside(options, async ({ client, current, build, position }) => {
    onProgress?.('comparing with the books');
    const reached = await readPosition(client, current.schema, 'books');
    const upTo = approved ? BigInt(approved.position) : reached < position ? reached : position;
    const builds = { old: current.schema, built: build.schema };
    const differences = await journalDifferences(client, builds, requested, upTo);
    const all = await journalDifferences(client, builds, EVERYTHING, upTo);
    const elsewhere = all.length - differences.length;
    const plan = { position: String(upTo), digest: digestOf(differences), differences: differences.length };
    const shown = await shownOf(client, current.schema, differences);
    // The replayed books are taken over as a whole, so no other difference may exist.
    const committed = approved?.digest === plan.digest && differences.length > 0 && elsewhere === 0;
    if (committed) {
      await client.query('update projection.build set plan = $2 where schema = $1', [build.schema, planName(approved)]);
      await takeOver(client, build, position, { ...options, sameRules: false });
    }
    return { plan, differences: shown, elsewhere, committed };
  });
}

const planName = ({ position, digest }: RecalculationPlan): string => `${position} ${digest}`;

/** True when a process took the books over for this plan; it may have been killed before it reported so. */
async function isTakenOver(databaseUrl: string, approved: RecalculationPlan): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select from projection.build where plan = $1 and status in ('current', 'retired')`,
      [planName(approved)],
    );
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}
