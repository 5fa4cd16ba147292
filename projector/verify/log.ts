/** Invariants of the log itself, and of its stored seals. */
import type pg from 'pg';
import { type ComparedLog, compareLog, differenceSentence } from '../../event-store/log-identity.ts';
import { seenIn } from '../../event-store/opening/seen-in-database.ts';
import { seenInFolder } from '../../event-store/opening/seen-in-folder.ts';
import type { EventStore } from '../../event-store/port.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { checkSeal } from '../../seal/check.ts';
import { keptSeals, NotASeal, readSeal } from '../../seal/files.ts';
import { storedUntil } from '../../seal/seal.ts';
import type { Answer } from '../rebuild/invariants.ts';

const SHOWN = 20;

/** Reads all events once: checks their order, their times, and that no stream has a gap. */
export async function checkLog(store: Pick<EventStore, 'readStored' | 'head'>): Promise<Answer[]> {
  const [order, time, history]: string[][] = [[], [], []];
  const revisions = new Map<string, number>();
  let [position, recordedAt] = [0n, ''];
  for await (const page of storedUntil(store, await store.head())) {
    for (const event of page) {
      if (event.position <= position) order?.push(`position ${event.position} comes after ${position}`);
      if (event.recordedAt < recordedAt)
        time?.push(`position ${event.position} was recorded at ${event.recordedAt}, before the one before it`);
      const expected = (revisions.get(event.stream) ?? NO_STREAM) + 1;
      if (event.revision !== expected)
        history?.push(`position ${event.position}: ${event.stream} is at ${event.revision}, not ${expected}`);
      revisions.set(event.stream, event.revision);
      [position, recordedAt] = [event.position, event.recordedAt];
    }
  }
  return [
    { name: 'positions grow along the log', findings: (order ?? []).slice(0, SHOWN) },
    { name: 'the time of recording never goes back', findings: (time ?? []).slice(0, SHOWN) },
    {
      name: 'every document and record has its whole history, event after event',
      findings: (history ?? []).slice(0, SHOWN),
    },
  ];
}

/** Whether the log is the one that claims, read models and data folder have seen (docs/decisions/0131). */
export async function checkIdentity(
  client: pg.ClientBase,
  { store, dataDir }: { readonly store: ComparedLog; readonly dataDir: string },
): Promise<Answer> {
  const folder = seenInFolder(dataDir);
  const seen = [...(await seenIn(client)), ...(folder ? [folder] : [])];
  const different = await compareLog(store, seen);
  const name = 'the log is the one that the claims, the read models and the data folder have seen';
  return { name, findings: different ? [differenceSentence(different)] : [] };
}

/** Undefined when no seal is stored. */
export async function checkNewestSeal(
  store: Pick<EventStore, 'readStored'>,
  dataDir: string,
): Promise<Answer | undefined> {
  const file = keptSeals(dataDir).at(-1);
  if (!file) return undefined;
  try {
    const seal = readSeal(file);
    const broken = await checkSeal(store, seal);
    const name = `the log is as it was sealed, up to position ${seal.last_position}, root ${seal.root.slice(0, 16)}…`;
    return { name, findings: broken ? [broken] : [] };
  } catch (error) {
    if (error instanceof NotASeal) return { name: 'the newest seal can be read', findings: [error.message] };
    throw error;
  }
}
