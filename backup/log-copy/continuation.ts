/** What the copy of the log holds after a backup, up to a moment. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Position, StoredEvent } from '../../event-store/port.ts';
import type { Passphrase } from '../stored/age.ts';
import { eventLine, readEventLine } from '../stored/event-lines.ts';
import { BackupLocked, BackupRefused } from '../stored/refused.ts';
import { copiedFiles, endOf, readCopy, runsIn } from './copied-files.ts';

/** The end of a backup. */
export interface BackupEnd {
  readonly head: Position;
  /** Line of its last event; undefined without events. */
  readonly lastLine: string | undefined;
  readonly identity: string | undefined;
}

export interface Continuation {
  /** Folder of the run. */
  readonly run: string;
  /** Events up to the moment, in pages, in order of position. */
  pages(): AsyncGenerator<readonly StoredEvent[]>;
  readonly events: number;
  /** Times at which the last of them was recorded, and the last of those that are left out; undefined without one. */
  readonly last: string | undefined;
  readonly laterLast: string | undefined;
  readonly later: number;
}

/** `2026-11-28T14:05`, in the time of this machine, or with a zone; `now` is everything. Throws BackupRefused. */
export function momentOf(text: string): Date {
  if (text === 'now') return new Date(8.64e15);
  const moment = new Date(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.test(text) && !Number.isNaN(moment.getTime())) {
    return moment;
  }
  throw new BackupRefused(
    `"${text}" is no moment. Write it as 2026-11-28T14:05 (time of this machine), 2026-11-28T14:05Z (UTC), or "now" for everything that was copied.`,
  );
}

const PAGE = 500;

/** Reads the whole run and compares its digests. Throws BackupRefused when there is none or more than one, and BackupDamaged. */
export async function continuationOf(
  { folder, until }: { readonly folder: string; readonly until: Date },
  backup: BackupEnd,
  passphrase: Passphrase | undefined,
): Promise<Continuation> {
  const refused = (what: string) => new BackupRefused(`${what} Nothing was restored.`);
  if (backup.lastLine !== undefined && isAfter(readEventLine(backup.lastLine), until)) {
    throw refused('The backup was made after this moment: restore an older one.');
  }
  const runs = await runsAfter(folder, backup, passphrase);
  const [run] = runs;
  if (run === undefined) throw refused(`There is no copy of the log in ${folder} that continues this backup.`);
  if (runs.length > 1) {
    const named = runs.map((each) => basename(each)).join(', ');
    throw refused(
      `Several copies of the log continue this backup, because an older state was restored once: ${named} in ${folder}. Name one: --copy ${run}`,
    );
  }
  async function* pages(): AsyncGenerator<readonly StoredEvent[]> {
    let page: StoredEvent[] = [];
    for await (const event of eventsAfter(run ?? '', backup, passphrase)) {
      if (isAfter(event, until)) continue;
      page.push(event);
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }
  let [events, later] = [0, 0];
  let [last, laterLast]: (string | undefined)[] = [];
  for await (const event of eventsAfter(run, backup, passphrase)) {
    if (isAfter(event, until)) [later, laterLast] = [later + 1, event.recordedAt];
    else [events, last] = [events + 1, event.recordedAt];
  }
  return { run, pages, events, last, later, laterLast };
}

const isAfter = ({ recordedAt }: StoredEvent, until: Date): boolean => Date.parse(recordedAt) > until.getTime();

/** All events of a command have one time, so that a moment divides no command. */
async function* eventsAfter(
  run: string,
  { head, lastLine }: BackupEnd,
  passphrase: Passphrase | undefined,
): AsyncGenerator<StoredEvent> {
  for await (const event of readCopy(run, passphrase)) {
    if (event.position > head) yield event;
    else if (event.position === head && eventLine(event).line !== lastLine) {
      throw new BackupRefused(`The copy of the log in ${run} is of another log: event ${head} differs.`);
    }
  }
}

/** The runs that hold something after the backup and nothing else before it; the newest one that has nothing after it. */
async function runsAfter(
  folder: string,
  backup: BackupEnd,
  passphrase: Passphrase | undefined,
): Promise<readonly string[]> {
  if (existsSync(folder) && copiedFilesOrNone(folder).length > 0) return [folder];
  const found: string[] = [];
  let same: string | undefined;
  let locked: BackupLocked | undefined;
  for (const run of runsIn(folder)) {
    const further = await eventsBehind(run, backup, passphrase).catch((error: unknown) => {
      // Of another passphrase: it continues another backup.
      if (!(error instanceof BackupLocked)) throw error;
      locked = error;
      return undefined;
    });
    if (further === 0) same = run;
    else if (further !== undefined) found.push(run);
  }
  if (found.length > 0) return found;
  if (same !== undefined) return [same];
  if (locked) throw locked;
  return [];
}

const copiedFilesOrNone = (folder: string): readonly string[] => {
  try {
    return copiedFiles(folder);
  } catch {
    // A folder of runs is found by its runs.
    return [];
  }
};

/** The number of events behind the backup; undefined for a run of another log, or that begins later or ends before. */
async function eventsBehind(
  run: string,
  { head, identity, lastLine }: BackupEnd,
  passphrase: Passphrase | undefined,
): Promise<number | undefined> {
  const [first] = copiedFiles(run);
  const begin = first === undefined ? undefined : await endOf(first, passphrase);
  if (!begin || BigInt(begin.header.after) > head) return undefined;
  if (identity !== undefined && begin.header.log_identity !== undefined && begin.header.log_identity !== identity) {
    return undefined;
  }
  let last = BigInt(begin.header.after);
  let further = 0;
  for await (const event of readCopy(run, passphrase)) {
    if (event.position === head && eventLine(event).line !== lastLine) return undefined;
    if (event.position > head) further += 1;
    last = event.position;
  }
  return last < head ? undefined : further;
}
