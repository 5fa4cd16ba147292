/**
 * `npm run backup -- FILE`, `npm run restore -- FILE [--until MOMENT [--copy FOLDER]]`, and `daily`: the round that Daftar starts every hour if BACKUP_DIR is
 * set. The launcher runs this program with DATABASE_URL and DATA_DIR.
 */
import { dirname, resolve } from 'node:path';
import pino from 'pino';
import { eventStoreUrlOf } from '../event-store/opening/open.ts';
import { dailyRound } from './daily.ts';
import { type Copied, copyElsewhere, NOT_COPIED, targetsOf } from './elsewhere.ts';
import { continuationOf, momentOf } from './log-copy/continuation.ts';
import { copyFolder } from './log-copy/copied-files.ts';
import { endOf, type Onward, type Restored, restoreBackup } from './restore.ts';
import { endRestoring } from './restoring.ts';
import { problemOf, type Run, recordRun } from './runs.ts';
import { Passphrase } from './stored/age.ts';
import type { Contents } from './stored/format.ts';
import { BackupRefused } from './stored/refused.ts';
import { connect, type Place } from './stored/snapshot.ts';
import { takeBackup } from './take.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main([work = '', name, ...more]: readonly string[]): Promise<number> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new BackupRefused('DATABASE_URL is not set; npm run backup sets it.');
  const place: Place = {
    databaseUrl,
    eventStoreUrl: eventStoreUrlOf(process.env),
    dataDir: process.env['DATA_DIR'] ?? 'data',
    passphrase: Passphrase.of(process.env),
  };
  if (work === 'daily') return daily(place);
  // The last step of a restore with what came after the backup: the claims were made again (launcher/command.ts).
  if (work === 'restored') {
    await endRestoring(place.dataDir);
    say(NEXT);
    return 0;
  }
  if (!name || name.startsWith('--')) throw new BackupRefused(`Name one file: npm run ${work} -- FILE`);
  const file = resolve(name);
  if (work === 'restore') return restore(place, file, onwardOf(file, more));
  if (more.length > 0) throw new BackupRefused(`Name one file: npm run ${work} -- FILE`);
  return backup(place, file);
}

/** The copy of the log is beside the backup, unless another folder is named. */
function onwardOf(file: string, options: readonly string[]): Onward | undefined {
  if (options.length === 0) return undefined;
  const given = new Map<string, string>();
  for (let at = 0; at < options.length; at += 2) given.set(options[at] ?? '', options[at + 1] ?? '');
  const [until = '', folder] = [given.get('--until'), given.get('--copy')];
  given.delete('--until');
  given.delete('--copy');
  if (given.size > 0) {
    throw new BackupRefused(
      'Name one file, and a moment if you want: npm run restore -- FILE --until 2026-11-28T14:05',
    );
  }
  return { until: momentOf(until), folder: folder ? resolve(folder) : copyFolder(dirname(file)) };
}

const filesOf = ({ pictures, papers = 0 }: Contents): string =>
  papers === 0 ? `${pictures} pictures` : `${pictures} pictures and ${papers} papers`;

async function backup(place: Place, file: string): Promise<number> {
  const startedAt = new Date();
  const run = { kind: 'backup', isDaily: false, file, startedAt } as const;
  const { header, contents, bytes, missingPictures } = await takeBackup(place, file, startedAt);
  await record(place, { ...run, finishedAt: new Date(), bytes, events: contents.events, lastPosition: header.head });
  const size = `${(bytes / 1_048_576).toFixed(1)} MB`;
  say(`Backed up ${contents.events} events, up to position ${header.head}, and ${filesOf(contents)}: ${size}.`);
  say(`Root: ${contents.root ?? 'none, because an event cannot be sealed (npm run seal names it)'}`);
  say(`File: ${file}`);
  for (const digest of missingPictures) say(`MISSING: the file of the picture ${digest} is not in the data folder.`);
  say(
    place.passphrase
      ? 'It is encrypted. Without its passphrase nobody can open it: keep the passphrase elsewhere, on paper too.'
      : 'It holds the books and the hashes of passwords. Keep it where only you can read it, on another disk.',
  );
  const copies = await copied(place, file, 'all', say);
  for (const { target, problem } of copies) {
    const to = target === 'folder' ? targetsOf(process.env).folder : 'BACKUP_COPY_COMMAND';
    say(
      problem === undefined ? `Copied: ${to}` : `NOT COPIED: ${to}: ${problem}. It is tried again while Daftar runs.`,
    );
  }
  return missingPictures.length === 0 && copies.every(({ problem }) => problem === undefined) ? 0 : 1;
}

const copied = ({ dataDir }: Place, file: string, which: 'all' | 'due', onLine: (line: string) => void) =>
  copyElsewhere(file, which, {
    targets: targetsOf(process.env),
    dataDir,
    environment: process.env,
    now: () => new Date(),
    onLine,
  });

async function restore(place: Place, file: string, onward: Onward | undefined): Promise<number> {
  const restored = await restoreBackup(file, place, onward);
  const { header, contents, migrated, leftOut, sealProblem } = restored;
  say(`Restored ${contents.events} events, up to position ${header.head}, and ${filesOf(contents)}.`);
  say(`The backup was made at ${header.made_at} by ${header.made_by}.`);
  say(`Root: ${contents.root ?? 'none, because an event cannot be sealed'}`);
  if (migrated.length > 0) say(`Its schema was brought up to date: ${migrated.join(', ')}`);
  if (leftOut.length > 0) say(`Left out, because this Daftar has no such tables: ${leftOut.join(', ')}`);
  if (sealProblem) say(`Its log contradicts its newest seal, as it did when the backup was made: ${sealProblem}.`);
  for (const line of await onwardLines(file, restored, place)) say(line);
  if (!onward) say(NEXT);
  return 0;
}

const NEXT =
  'Start Daftar (npm start): the read models are built from the log. Everybody signs in again. Then: npm run verify';

/** What came after the backup, and was restored or could be. */
async function onwardLines(file: string, restored: Restored, { passphrase }: Place): Promise<readonly string[]> {
  const { continuation } = restored;
  if (continuation) {
    const { run, events, last, later, laterLast } = continuation;
    return [
      events > 0
        ? `After it: ${events} events up to ${last}, from the copy of the log in ${run}.`
        : `After it: nothing until this moment, as the copy of the log in ${run} says.`,
      ...(later > 0 ? [`LEFT OUT: ${later} later events, up to ${laterLast}.`] : []),
      'Passwords, enrolments of tills, views and pictures are those of the backup. Tills send their entries of the last 30 days again.',
    ];
  }
  const everything = momentOf('now');
  const beside = await continuationOf(
    { folder: copyFolder(dirname(file)), until: everything },
    endOf(restored),
    passphrase,
  ).catch((error: unknown) => {
    if (error instanceof BackupRefused) return undefined;
    throw error;
  });
  if (!beside || beside.events === 0) return [];
  return [
    `NOT RESTORED: ${beside.events} events after the backup, up to ${beside.last}, are in the copy of the log in ${beside.run}.`,
    'To have them, restore into another empty place: npm run restore -- FILE --until now',
  ];
}

/**
 * The round records a problem; the exit code reports it to the process that started the round, and the output is of lines of
 * the program's log.
 */
async function daily(place: Place): Promise<number> {
  const folder = process.env['BACKUP_DIR'];
  if (!folder) throw new BackupRefused('BACKUP_DIR is not set.');
  const logger = pino({ name: 'backup' }, pino.destination({ sync: true }));
  const copies: Copied[] = [];
  const onNewest = async (file: string): Promise<void> => {
    const onLine = (line: string) => logger.info({ line }, 'output of BACKUP_COPY_COMMAND');
    copies.push(...(await copied(place, file, 'due', onLine)));
    for (const { target, problem } of copies) {
      if (problem === undefined) logger.info({ file, target }, 'backup copied');
      else logger.error({ file, target, problem }, 'backup not copied');
    }
  };
  const runs = await dailyRound({ place, folder: resolve(folder), now: () => new Date(), onNewest });
  for (const { kind, file, problem, detail } of runs) {
    if (problem === undefined) logger.info({ file }, `${kind} ok`);
    else logger.error({ file, problem, detail }, `${kind} failed`);
  }
  if (runs.some(({ problem }) => problem !== undefined)) return 1;
  return copies.some(({ problem }) => problem !== undefined) ? NOT_COPIED : 0;
}

async function record(place: Place, run: Run): Promise<void> {
  const client = await connect(place.databaseUrl);
  try {
    await recordRun(client, run);
  } finally {
    await client.end();
  }
}

/** A sentence for an error that a person can resolve; other errors with their stack trace. */
function sentenceOf(error: unknown): string {
  if (error instanceof BackupRefused) return error.message;
  const { problem, detail } = problemOf(error);
  switch (problem) {
    case 'disk_full':
      return `The disk is full. Nothing was left of the unfinished file. (${detail})`;
    case 'folder_missing':
      return `The file or its folder is not there. (${detail})`;
    case 'not_writable':
      return `This user may not write there. (${detail})`;
    default:
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(1);
  },
);
