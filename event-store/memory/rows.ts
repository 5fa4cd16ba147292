/** The rows of the log and of the claim tables, as texts: all of them, or those that changed. Amounts are decimal strings. */
import type { Position, StoredCommand, StoredEvent } from '../port.ts';

export interface LevelRows {
  readonly levels: readonly (readonly [key: string, total: string, lastDay: string])[];
  readonly days: readonly (readonly [key: string, day: string, net: string])[];
  readonly moments: readonly (readonly [key: string, at: string, net: string])[];
  readonly counts: readonly (readonly [key: string, at: string, real: string])[];
}

export interface PeriodRow {
  readonly from: string;
  readonly to: string;
  readonly status: 'open' | 'closed';
  readonly used: boolean;
}

export interface ClaimRows extends LevelRows {
  readonly taken: readonly (readonly [set: string, key: string, owner: string])[];
  readonly series: readonly (readonly [series: string, last: number])[];
  readonly records: readonly (readonly [record: string, active: boolean, used: boolean])[];
  /** All of them: there are few. */
  readonly periods: readonly PeriodRow[];
}

/** Changed rows, and rows that are no longer there. */
export interface ChangedClaimRows extends ClaimRows {
  readonly released: readonly (readonly [set: string, key: string])[];
  readonly uncounted: readonly (readonly [key: string, at: string])[];
}

export interface CommandRow extends Omit<StoredCommand, 'repeated'> {
  readonly commandId: string;
  /** The earliest day on which the command changes the books. */
  readonly firstDay: string | undefined;
}

type CounterRows = readonly (readonly [kind: string, value: number])[];

/** In the order of the log. Positions begin with 1 and have no gaps. */
export interface StoreRows {
  readonly events: readonly StoredEvent[];
  readonly commands: readonly CommandRow[];
  readonly claims: ClaimRows;
  readonly counters: CounterRows;
}

export interface ChangedRows {
  /** Position of the last event before these. */
  readonly before: Position;
  readonly events: readonly StoredEvent[];
  readonly commands: readonly CommandRow[];
  readonly claims: ChangedClaimRows;
  /** All of them: there are few. */
  readonly counters: CounterRows;
}
