/**
 * Checks that a closed year is what it was when it was closed. A close stores the digests of all balances at the end of
 * its year; the books at that day, without the entry of the close, must have the same digests.
 */
import type pg from 'pg';
import type { Digests } from '../../domain/ledger/year-close.ts';
import { closedDigests, differencesSince, openedLater } from '../closing/year-figures.ts';
import type { Answer } from '../rebuild/invariants.ts';

interface Close {
  readonly id: number;
  /** The year's last day. */
  readonly to: string;
  readonly position: string;
  readonly digests: Digests;
}

const CLOSES = `
  select id, data #>> '{books,position}' as position, data #> '{books,digests}' as digests, data ->> 'date' as to
  from {s}.document where kind = 'year_close' and status = 'closed' order by 4`;
const WHAT = { trial_balance: 'balances', stock: 'stock', subledgers: 'balances of parties' } as const;
const SHOWN = 10;

export interface ClosesAnswer extends Answer {
  /** What earlier versions allowed, with its remedy. */
  readonly notes: readonly string[];
}

export async function checkCloses(client: pg.ClientBase, schema: string): Promise<ClosesAnswer> {
  const findings: string[] = [];
  const notes: string[] = [];
  const { rows } = await client.query<Close>(CLOSES.replaceAll('{s}', schema));
  for (const close of rows) {
    findings.push(...(await changedSince(client, schema, close)));
    const opened = await openedLater(client, schema, close);
    if (opened.length > 0)
      notes.push(
        `${opened.join(', ')}: entered by an earlier version on ${close.to}, in a year that was closed before ` +
          `(year_close-${close.id}); reopen the year and close it again`,
      );
  }
  return { name: 'a closed year is what it was when it was closed', findings, notes };
}

async function changedSince(client: pg.ClientBase, schema: string, close: Close): Promise<string[]> {
  const { id, to, position, digests } = close;
  const now = await closedDigests(client, schema, { to, position, close: `year_close-${id}` });
  const kinds = (['trial_balance', 'stock', 'subledgers'] as const).filter((kind) => now[kind] !== digests[kind]);
  const findings = kinds.map(
    (kind) => `year_close-${id}: ${WHAT[kind]} of ${to} are others than at position ${position}`,
  );
  if (!kinds.includes('trial_balance')) return findings;
  const changes = await differencesSince(client, schema, { to, position, close: `year_close-${id}` });
  return [
    ...findings,
    ...changes
      .slice(0, SHOWN)
      .map(
        ({ account, outlet_fk, before, after }) =>
          `account ${account}, outlet ${outlet_fk}: ${before} then, ${after} now`,
      ),
  ];
}
