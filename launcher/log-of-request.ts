/**
 * `npm run log -- 7KQ3-9ZXM-2F4T`: everything that belongs to one request, whose number is in every error message: its line
 * of the log, the lines written on the way, and what it stored. Reads `daftar.log` and its predecessors in DATA_DIR, or the
 * named files; `-` is the standard input, for the output of services.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type Members, membersOf } from '../domain/values/members.ts';
import { typedRequestId } from '../identity/request-id.ts';
import { reachDatabase } from './doctor.ts';
import { whoRuns } from './machine/lock.ts';
import { LOGS_KEPT } from './machine/log-file.ts';
import { anySpace, prepareDataFolder } from './machine/preflight.ts';
import { StartupError } from './machine/startup-error.ts';

const USAGE =
  'Give the number of a request, as an error message shows it: npm run log -- 7KQ3-9ZXM-2F4T [FILE …]. The file "-" is the standard input.';

/** Returns the exit code: 1 when nothing was found. */
export async function logOfRequest([typed = '', ...files]: readonly string[]): Promise<number> {
  const id = typedRequestId(typed);
  if (id === undefined) throw new StartupError(USAGE);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const dataDir = prepareDataFolder(process.env['DATA_DIR'] ?? 'data', anySpace);
  const lines = await linesOf(id, files.length > 0 ? files : logsIn(dataDir));
  for (const line of lines.toSorted((a, b) => timeOf(a) - timeOf(b))) for (const text of sentences(line)) say(text);
  if (lines.length === 0) say(`No line of the log is of request ${id}.`);
  for (const text of await storedBy(lines, dataDir)) say(text);
  return lines.length > 0 ? 0 : 1;
}

/** Oldest first. */
function logsIn(dataDir: string): readonly string[] {
  const log = join(dataDir, 'daftar.log');
  const before = Array.from({ length: LOGS_KEPT }, (_, n) => `${log}.${LOGS_KEPT - n}`);
  return [...before, log].filter((file) => existsSync(file));
}

async function linesOf(id: string, files: readonly string[]): Promise<readonly Members[]> {
  const found: Members[] = [];
  for (const file of files) {
    const input = file === '-' ? process.stdin : createReadStream(file);
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = text.includes(id) ? parsed(text) : undefined;
      if (line?.['reqId'] === id) found.push(line);
    }
  }
  return found;
}

/** Docker writes the name of the service before each line. */
function parsed(text: string): Members | undefined {
  try {
    return membersOf(JSON.parse(text.slice(text.indexOf('{'))));
  } catch {
    // Text of other programs that has the number by chance.
    return undefined;
  }
}

const timeOf = ({ time }: Members): number => Number(time ?? 0);

const WHO = ['person', 'customer', 'till', 'outlet', 'session', 'command', 'permission'] as const;

function* sentences(line: Members): Generator<string> {
  const at = new Date(timeOf(line)).toISOString();
  const { method, path, status, ms, code, reasons, attempt, err, msg } = line;
  if (method === undefined) yield `${at}  ${String(msg)}`;
  else yield `${at}  ${String(method)} ${String(path)}  ${[status, code].filter(Boolean).join(' ')}  ${String(ms)} ms`;
  const who = WHO.filter((name) => line[name] !== undefined).map((name) => `${name} ${String(line[name])}`);
  if (who.length > 0) yield `  ${who.join(', ')}`;
  for (const reason of Array.isArray(reasons) ? reasons : []) yield `  ${String(reason)}`;
  const { way, outcome, person } = membersOf(attempt);
  if (way !== undefined) {
    yield `  sign-in by ${String(way)}: ${String(outcome)}${typeof person === 'number' ? `, person ${person}` : ''}`;
  }
  const { stack, message } = membersOf(err);
  for (const text of String(stack ?? message ?? '').split('\n')) if (text !== '') yield `  ${text}`;
}

/** What the command of the request stored, while the database can be reached without starting it. */
async function storedBy(lines: readonly Members[], dataDir: string): Promise<readonly string[]> {
  const command = lines.map((line) => line['command']).find((id) => typeof id === 'string');
  if (command === undefined) return [];
  const running = whoRuns(dataDir);
  if (!running && !process.env['DATABASE_URL']) return ['  What it stored is shown while Daftar runs.'];
  const { url, stop } = await reachDatabase(dataDir, running, process.env);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ position: string; streams: readonly string[]; at: Date }>(
      'select position, streams, recorded_at as at from log.command where command_id = $1',
      [command],
    );
    const [stored] = rows;
    if (!stored) return ['  Nothing was stored.'];
    const { at, streams, position } = stored;
    return [`${at.toISOString()}  stored ${streams.join(', ') || 'nothing'}, up to position ${position} of the log`];
  } finally {
    await client.end();
    await stop();
  }
}
