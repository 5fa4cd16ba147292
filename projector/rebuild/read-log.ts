/** Folds the log from its first event in memory, with all models, within the memory limit. */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { EventStore } from '../../event-store/port.ts';
import { START } from '../../event-store/port.ts';
import { models } from '../models/all.ts';
import { type Fold, upcastAll } from '../models/model.ts';
import type { BulkRows } from '../rows/bulk-rows.ts';
import { type Decision, positionsFor, readDecisions } from '../set-aside/set-aside.ts';

export interface Reading {
  readonly store: EventStore;
  readonly signal: AbortSignal;
  readonly onProgress?: (line: string) => void;
  /** Bytes that the models may keep; default 448 MiB, with which the process uses about 1 GiB. */
  readonly keptBytesMax?: number;
  /** Events per page; default 500, so that a page is folded and released before V8's young generation is full. */
  readonly page?: number;
}

const KEPT_BYTES_MAX = 448 * 2 ** 20;

const PAGE = 500;

interface SetAsideFold {
  readonly fold: Fold;
  readonly setAside: ReadonlySet<bigint>;
}

export async function foldsOf(store: EventStore): Promise<readonly SetAsideFold[]> {
  const decisions: readonly Decision[] = await readDecisions(store);
  return models.map((model) => {
    const setAside = positionsFor(model.name, decisions);
    return { fold: model.fold({ store, reader: undefined, setAside }), setAside };
  });
}

/**
 * Folds every event once with all models; reads the next page meanwhile. Ends early when the models exceed the memory
 * limit.
 */
export async function readLog(
  { store, signal, onProgress, keptBytesMax = KEPT_BYTES_MAX, page: size = PAGE }: Reading,
  folds: readonly SetAsideFold[],
  rows: BulkRows,
) {
  let position = START;
  let events = 0;
  let next = store.readAll(position, size);
  for (;;) {
    const page = await next;
    signal.throwIfAborted();
    const last = page.at(-1);
    if (!last) return { position, events };
    position = last.position;
    events += page.length;
    next = store.readAll(position, size);
    // The rejection is handled when the page is awaited.
    next.catch(() => undefined);
    await foldPage(page, folds, rows);
    await rows.drain();
    if (events % (size * 20) === 0) onProgress?.(`read ${events} events`);
    const kept = folds.reduce((bytes, { fold }) => bytes + (fold.keptBytes?.() ?? 0), rows.keptBytes);
    if (kept > keptBytesMax) {
      onProgress?.(`read ${events} events, which fill the memory; the others are read batch by batch`);
      return { position, events };
    }
  }
}

/** Models share the upcast events of a page, except a model that sets one of them aside. */
async function foldPage(page: readonly RecordedEvent[], folds: readonly SetAsideFold[], rows: BulkRows): Promise<void> {
  let shared: RecordedEvent[] | undefined;
  for (const { fold, setAside } of folds) {
    const isWhole = setAside.size === 0 || !page.some(({ position }) => setAside.has(position));
    if (isWhole) shared ??= upcastAll(page);
    await fold.take(isWhole && shared ? shared : upcastAll(page, setAside), rows);
  }
}
