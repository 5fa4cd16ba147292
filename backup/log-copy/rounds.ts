/**
 * Copies the events of the log into BACKUP_DIR as they come, so that what was entered since the last backup is not lost with
 * the disk. One process of an installation does it at a time.
 */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type pg from 'pg';
import { toError } from '../../domain/values/thrown.ts';
import { EVENTS_VERSION } from '../../domain/versions/events-version.ts';
import { identityOf } from '../../event-store/log-identity.ts';
import type { LogReader } from '../../event-store/log-reader-port.ts';
import { openLogReader } from '../../event-store/opening/log-reader.ts';
import type { Position } from '../../event-store/port.ts';
import { programVersion } from '../../identity/machine/program-version.ts';
import { eventLine } from '../stored/event-lines.ts';
import { isOnOtherDisk, refuseUnmounted, requireFolder } from '../stored/folder.ts';
import { BackupLocked } from '../stored/refused.ts';
import { connect, type Place } from '../stored/snapshot.ts';
import {
  COPY_FORMAT,
  type CopiedEnd,
  type CopyHeader,
  copyFolder,
  endOfRun,
  isEncryptedCopy,
  nextRun,
  runsIn,
} from './copied-files.ts';
import { added, begun, type Open } from './open-copy.ts';

export interface LogCopying {
  readonly place: Place;
  /** BACKUP_DIR. */
  readonly folder: string;
  readonly now?: () => Date;
}

const PAGE = 500;
const ENCRYPTED_BYTES_MAX = 4 * 1_048_576;

export class LogCopy {
  readonly #place: Place;
  readonly #folder: string;
  readonly #now: () => Date;
  #client: pg.Client | undefined;
  #log: LogReader | undefined;
  #open: Open | undefined;

  constructor({ place, folder, now = () => new Date() }: LogCopying) {
    this.#place = place;
    this.#folder = folder;
    this.#now = now;
  }

  /**
   * Adds what is new; false while another process does it. Throws when the folder or a store is not there: the next call
   * begins with what the files hold.
   */
  async round(): Promise<boolean> {
    try {
      const client = await this.#alone();
      if (!client) return false;
      this.#log ??= await openLogReader(this.#place);
      this.#open = await this.#fileOf(client, this.#log);
      await this.#add(this.#log);
      return true;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const [client, log] = [this.#client, this.#log];
    [this.#client, this.#log, this.#open] = [undefined, undefined, undefined];
    // A broken connection is already closed.
    await client?.end().catch(() => undefined);
    // The same of the log.
    await log?.close().catch(() => undefined);
  }

  /** The connection whose lock keeps other processes from writing to the files. */
  async #alone(): Promise<pg.Client | undefined> {
    const client = this.#client ?? (await connect(this.#place.databaseUrl));
    this.#client = client;
    const { rows } = await client.query<{ mine: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and classid = 23 and objid = 2 and objsubid = 2
         and pid = pg_backend_pid() and granted) or pg_try_advisory_lock(23, 2) as mine`,
    );
    if (rows[0]?.mine) return client;
    await this.close();
    return undefined;
  }

  /** A new file each day, for each version of the program, and for each 4 MiB of an encrypted one, which is written as a whole. */
  async #fileOf(client: pg.Client, log: LogReader): Promise<Open> {
    const header = await this.#header(log);
    const open = this.#open ?? (await this.#found(client, log, header));
    const { day, made_by, events_version, log_identity } = open.header;
    const isSame =
      made_by === header.made_by &&
      events_version === header.events_version &&
      isEncryptedCopy(open.file) === (this.#place.passphrase !== undefined) &&
      !(open.encrypted && open.bytes > ENCRYPTED_BYTES_MAX);
    if (isSame && day >= header.day && log_identity !== undefined) return open;
    // A file that has no event yet is begun again in the same place.
    if (isSame && open.position === BigInt(open.header.after) && log_identity === header.log_identity) return open;
    return begun(open.run, { ...header, after: String(open.position) }, this.#place.passphrase);
  }

  async #header(log: LogReader): Promise<Omit<CopyHeader, 'after'>> {
    const log_identity = this.#open?.header.log_identity ?? (await identityOf(log));
    const day = this.#now().toISOString().slice(0, 10);
    const made = {
      format: COPY_FORMAT,
      made_by: `daftar ${programVersion()}`,
      events_version: EVENTS_VERSION,
      day,
    } as const;
    return log_identity === undefined ? made : { ...made, log_identity };
  }

  /** The end of the newest run, when it is of this log; otherwise a new run. */
  async #found(client: pg.Client, log: LogReader, header: Omit<CopyHeader, 'after'>): Promise<Open> {
    await requireFolder(this.#folder);
    if (!(await isOnOtherDisk(this.#folder, this.#place.dataDir))) await refuseUnmounted(client, this.#folder);
    const run = runsIn(copyFolder(this.#folder)).at(-1);
    const end = run === undefined ? undefined : await this.#endOf(run);
    if (run !== undefined && end && (await isOf(log, end, header.log_identity))) {
      const { file, last, digest, bytes, content } = end;
      if (!content) {
        const handle = await open(file, 'r+');
        await handle.truncate(bytes).finally(() => handle.close());
      }
      const position = last?.position ?? BigInt(end.header.after);
      const key = content && (await this.#place.passphrase?.newKey());
      const encrypted = key && { content, key };
      return { run, file, header: end.header, position, last: last && eventLine(last).line, digest, bytes, encrypted };
    }
    const after = await this.#positionOfBackup(client, log);
    return begun(nextRun(copyFolder(this.#folder)), { ...header, after: String(after) }, this.#place.passphrase);
  }

  /**
   * Undefined too for a run that another passphrase has encrypted: it stays, and another one is begun. Without a passphrase
   * nothing is written beside it.
   */
  #endOf(run: string): ReturnType<typeof endOfRun> {
    return endOfRun(run, this.#place.passphrase).catch((error: unknown) => {
      if (error instanceof BackupLocked && this.#place.passphrase) return undefined;
      throw error;
    });
  }

  /** Of the newest backup in the folder, so that it is continued; of the end of the log without one. */
  async #positionOfBackup(client: pg.Client, log: LogReader): Promise<Position> {
    const head = await log.head();
    const { rows } = await client.query<{ file: string; position: string }>(
      `select file, last_position::text as position from backup.run
       where kind = 'backup' and last_position is not null and starts_with(file, $1) order by started_at desc limit 14`,
      [join(this.#folder, sep)],
    );
    const newest = rows.find(({ file, position }) => existsSync(file) && BigInt(position) <= head);
    return newest ? BigInt(newest.position) : head;
  }

  async #add(log: LogReader): Promise<void> {
    const head = await log.head();
    const at = this.#open;
    if (!at || head === at.position) return;
    if (head < at.position || !(await hasLast(log, at))) {
      // An older log was put in its place: the next round begins another run.
      this.#open = undefined;
      return;
    }
    for (let open = at; ; ) {
      const page = await log.readStored(open.position, PAGE);
      if (page.length === 0) return;
      open = await added(open, page);
      this.#open = open;
    }
  }
}

/** Whether the log has the last event that was copied, and is not behind it. */
async function isOf(log: LogReader, { header, last }: CopiedEnd, identity: string | undefined): Promise<boolean> {
  if (header.log_identity !== undefined && header.log_identity !== identity) return false;
  if (!last) return BigInt(header.after) <= (await log.head());
  return hasLast(log, { position: last.position, last: eventLine(last).line });
}

async function hasLast(log: LogReader, { position, last }: Pick<Open, 'position' | 'last'>): Promise<boolean> {
  if (last === undefined) return true;
  const here = await log.eventAt(position);
  return here !== undefined && eventLine(here).line === last;
}

const EVERY_MS = 5_000;

/** Copies until the returned function is called, which copies a last time. `say` is told of a failure, and of its end. */
export function keepLogCopy(copying: LogCopying, say: (line: string) => void, everyMs = EVERY_MS): () => Promise<void> {
  const copy = new LogCopy(copying);
  let failed = false;
  const round = async (): Promise<void> => {
    try {
      await copy.round();
      if (failed) say('Entries are copied to the folder of backups again.');
      failed = false;
    } catch (error) {
      if (!failed) say(`Entries cannot be copied to the folder of backups: ${toError(error).message}`);
      failed = true;
    }
  };
  let running = round();
  let isRunning = true;
  const run = () => {
    isRunning = true;
    running = round().finally(() => {
      isRunning = false;
    });
  };
  running = running.finally(() => {
    isRunning = false;
  });
  const timer = setInterval(() => {
    if (!isRunning) run();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await round();
    await copy.close();
  };
}
