/**
 * `npm run seal`: seals the log and keeps the seal in the data folder; with `--log` the log itself is written beside
 * it, for `seal/verify.py`. `--out FOLDER` writes both somewhere else.
 */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { eventStoreUrlOf, openEventStore } from '../event-store/open.ts';
import { sealsFolder } from './files.ts';
import { printSeal, type Seal, sealLog } from './seal.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { out: { type: 'string' }, log: { type: 'boolean', default: false } } });
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run seal` sets it');
  const folder = values.out ?? sealsFolder(process.env['DATA_DIR'] ?? 'data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = await openEventStore({ databaseUrl, eventStoreUrl: eventStoreUrlOf(process.env) });
  try {
    const startedMs = performance.now();
    const withLog = values.log || values.out !== undefined;
    const { seal, log } = withLog ? await sealWithLog(store, folder) : { seal: await sealLog(store), log: undefined };
    const file = join(folder, `seal-${seal.last_position}.jsonl`);
    writeFileSync(`${file}.new`, printSeal(seal), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    say(
      `Sealed ${seal.events} events of ${seal.days.length} days, up to position ${seal.last_position}, in ${seconds} s.`,
    );
    say(`Root: ${seal.root}`);
    say(`Seal: ${file}`);
    if (log) say(`Log:  ${log}`);
    say('Keep the root where nobody who can change this computer can change it: on paper, or with your auditor.');
    if (log) say(`Check it with: python3 seal/verify.py ${log} ${file} --root ${seal.root}`);
    return 0;
  } finally {
    await store.close();
  }
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
