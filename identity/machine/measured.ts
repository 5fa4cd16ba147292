/**
 * Measurements of the program for its metrics and traces (launcher/metrics). They are published only while somebody listens, so an
 * installation without them pays nothing.
 */
import type pg from 'pg';

export interface Measured {
  /** An append to the log with its claims, or a snapshot of the read models with all that was read in it. */
  readonly what: 'append' | 'snapshot';
  readonly seconds: number;
  readonly isDone: boolean;
}

const LISTENERS = new Set<(measured: Measured) => void>();

/** The result of the work; its time is published. */
export async function measure<Result>(what: Measured['what'], work: () => Promise<Result>): Promise<Result> {
  if (LISTENERS.size === 0) return work();
  const startedMs = performance.now();
  const publish = (isDone: boolean) => {
    const measured = { what, seconds: (performance.now() - startedMs) / 1000, isDone };
    for (const heard of LISTENERS) heard(measured);
  };
  try {
    const result = await work();
    publish(true);
    return result;
  } catch (error) {
    publish(false);
    throw error;
  }
}

/** Returns a function that ends the listening. */
export function listenToMeasured(heard: (measured: Measured) => void): () => void {
  LISTENERS.add(heard);
  return () => void LISTENERS.delete(heard);
}

const POOLS = new Map<string, Set<WeakRef<pg.Pool>>>();

/** `name`: `commands`, `reads`, `people`. */
export function watchPool(name: string, pool: pg.Pool): void {
  const pools = POOLS.get(name) ?? new Set();
  POOLS.set(name, pools);
  pools.add(new WeakRef(pool));
}

export interface PoolState {
  readonly name: string;
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

export function poolStates(): readonly PoolState[] {
  return [...POOLS].map(([name, pools]) => {
    let [open, idle, waiting] = [0, 0, 0];
    for (const reference of pools) {
      const pool = reference.deref();
      if (!pool || pool.ended) {
        pools.delete(reference);
        continue;
      }
      open += pool.totalCount;
      idle += pool.idleCount;
      waiting += pool.waitingCount;
    }
    return { name, open, idle, waiting };
  });
}
