/**
 * `npm run seal`: seals the log and stores the seal in the data folder; with `--log` it also writes the log, for
 * `seal/verify.py`. `npm run seal -- prove S-000123` writes the proof of that document beside its seal. `--out FOLDER`
 * writes everything to another folder.
 */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { eventStoreUrlOf, openEventStore } from '../event-store/opening/open.ts';
import type { CommandStore } from '../event-store/port.ts';
import { keptSeals, readSeal, sealsFolder } from './files.ts';
import { prove } from './prove.ts';
import { printSeal, type Seal, sealLog } from './seal.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Place {
  readonly store: CommandStore;
  readonly folder: string;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string' }, log: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [verb, number, ...more] = positionals;
  const isProof = verb === 'prove' && number !== undefined && more.length === 0;
  if (verb !== undefined && !isProof) throw new Error('Usage: npm run seal [-- prove NUMBER] [--log] [--out FOLDER]');
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run seal` sets it');
  const dataDir = process.env['DATA_DIR'] ?? 'data';
  const folder = values.out ?? sealsFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = await openEventStore({ databaseUrl, eventStoreUrl: eventStoreUrlOf(process.env) });
  try {
    const place = { store, folder };
    if (isProof) return await proveNumber(place, number, keptSeals(dataDir).at(-1));
    await sealNow(place, values.log || values.out !== undefined);
    return 0;
  } finally {
    await store.close();
  }
}

async function sealNow({ store, folder }: Place, withLog: boolean): Promise<Seal> {
  const startedMs = performance.now();
  const { seal, log } = withLog ? await sealWithLog(store, folder) : { seal: await sealLog(store), log: undefined };
  const file = join(folder, `seal-${seal.last_position}.jsonl`);
  replaceFile(file, printSeal(seal));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  say(
    `Sealed ${seal.events} events of ${seal.days.length} days, up to position ${seal.last_position}, in ${seconds} s.`,
  );
  say(`Root: ${seal.root}`);
  say(`Seal: ${file}`);
  if (log) say(`Log:  ${log}`);
  say('Keep the root where nobody who can change this computer can change it: on paper, or with your auditor.');
  if (log) say(`Check it with: python3 seal/verify.py ${log} ${file} --root ${seal.root}`);
  return seal;
}

/** Uses the newest stored seal, or a new seal when the document is younger. Throws NotAsSealed. */
async function proveNumber(place: Place, number: string, kept: string | undefined): Promise<number> {
  const { store, folder } = place;
  const ofKept = kept === undefined ? undefined : await prove(store, readSeal(kept), number);
  if (!ofKept) say('No seal that was kept has this document: the log is sealed now.');
  const proof = ofKept ?? (await prove(store, await sealNow(place, false), number));
  if (!proof) throw new Error(`No document has the number ${number}.`);
  const file = join(folder, `proof-${number.replaceAll(/[^\w-]/g, '_')}.json`);
  replaceFile(file, `${JSON.stringify(proof, null, 1)}\n`);
  say(`Proved ${proof.proven.length} events of ${number} in the log of ${proof.events} events, root ${proof.root}`);
  say(`Proof: ${file}`);
  say(`Check it with: python3 seal/verify.py --proof ${file} --root ROOT-ON-PAPER --code CODE-ON-THE-DOCUMENT`);
  return 0;
}

function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function sealWithLog(
  store: Parameters<typeof sealLog>[0],
  folder: string,
): Promise<{ readonly seal: Seal; readonly log: string }> {
  const partial = join(folder, 'log.jsonl.new');
  const file = createWriteStream(partial, { mode: 0o600 });
  const seal = await sealLog(store, async (lines) => {
    if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain');
  });
  file.end();
  await finished(file);
  const log = join(folder, `log-${seal.last_position}.jsonl`);
  renameSync(partial, log);
  return { seal, log };
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
