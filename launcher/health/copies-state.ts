/** Doctor's report on the copies of backups elsewhere, and what the metrics have of them. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Copies, readCopies, type Target, targetsOf } from '../../backup/elsewhere.ts';

const HOUR_MS = 3_600_000;
/** One daily backup is missing there. */
const OLD_HOURS = 48;

/** Returns the state in words; throws an error for a problem. */
export function describeCopies(environment: NodeJS.ProcessEnv, now: Date): string {
  const targets = targetsOf(environment);
  const copies = readCopies(environment['DATA_DIR'] ?? 'data');
  const told = Object.entries(targets).map(([target, to]) =>
    target === 'folder'
      ? folderState(to, copies.folder, now)
      : stateOf('command', 'BACKUP_COPY_COMMAND', copies.command, now),
  );
  if (told.length === 0) return 'none: BACKUP_COPY_TO or BACKUP_COPY_COMMAND takes each backup to a second place';
  const text = told.map(({ text }) => text).join('. ');
  if (told.some(({ isFault }) => isFault)) throw new Error(text);
  return text;
}

interface Told {
  readonly text: string;
  readonly isFault: boolean;
}

function folderState(to: string, state: Copies['folder'], now: Date): Told {
  const file = state?.copied && join(to, basename(state.copied.file));
  if (!state?.failed && file !== undefined && !existsSync(file)) {
    return { text: `${file}, which was copied, is not there any more`, isFault: true };
  }
  return stateOf('folder', to, state, now);
}

function stateOf(target: Target, to: string, state: Copies[Target], now: Date): Told {
  const { copied, failed } = state ?? {};
  const hours = copied && Math.max(0, Math.floor((now.getTime() - Date.parse(copied.madeAt)) / HOUR_MS));
  const age = copied && `the newest in ${to} is of a backup of ${hours} hours ago, ${copied.file}`;
  if (failed) {
    const until = age === undefined ? 'none has succeeded' : age;
    return {
      text: `${target === 'folder' ? `copying to ${to}` : to} failed at ${failed.at}: ${failed.detail}; ${until}`,
      isFault: true,
    };
  }
  if (age === undefined) return { text: `${to}: none yet; each backup is copied within the hour`, isFault: false };
  return { text: age, isFault: hours !== undefined && hours >= OLD_HOURS };
}

export interface CopyFacts {
  /** Of the place whose newest copy is the oldest; undefined while one has none. */
  readonly ageSeconds: number | undefined;
  readonly isFailed: boolean;
}

/** Undefined as long as nothing was copied and nothing failed. */
export function copyFacts(dataDir: string, nowMs: number): CopyFacts | undefined {
  const places = Object.values(readCopies(dataDir));
  if (places.length === 0) return undefined;
  const ages = places.flatMap(({ copied }) => (copied ? [(nowMs - Date.parse(copied.madeAt)) / 1000] : []));
  return {
    ageSeconds: ages.length === places.length ? Math.max(0, ...ages) : undefined,
    isFailed: places.some(({ failed }) => failed !== undefined),
  };
}
