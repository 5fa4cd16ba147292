/**
 * `npm run export -- hledger|beancount|saft [--as-at DAY] [--known-at MOMENT] [--out FILE]`: all books, to a file or to
 * the terminal. `npm run export -- everything FILE.zip`: all lists, documents, balances and attachments as files.
 * `npm run export -- compare` exports to hledger and beancount and compares every month end with ours.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readDate } from '../../../domain/values/effective-date.ts';
import { connectReader } from '../../database/reader.ts';
import type { Reader } from '../../database/reader-type.ts';
import { mustBeComplete } from '../../http/complete.ts';
import { shopToday } from '../../http/today.ts';
import { archiveEverything } from './archive.ts';
import { compareWithOthers } from './compare.ts';
import { EXPORT_FORMATS, exportBooks } from './export.ts';
import { owner } from './owner.ts';

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'as-at': { type: 'string' },
      'known-at': { type: 'string' },
      out: { type: 'string' },
    },
  });
  const format = [...EXPORT_FORMATS, 'compare' as const, 'everything' as const].find((name) => name === positionals[0]);
  const archive = format === 'everything' ? positionals[1] : undefined;
  const [asAt, knownAt] = [values['as-at'], values['known-at']];
  const isDay = asAt === undefined || readDate(asAt) !== undefined;
  const isMoment = knownAt === undefined || /^\d+$/.test(knownAt) || !Number.isNaN(Date.parse(knownAt));
  if (!format || !isDay || !isMoment || (format === 'everything' && !archive?.endsWith('.zip'))) {
    say(`Usage: npm run export -- ${EXPORT_FORMATS.join('|')} [--as-at 2026-03-31] [--known-at MOMENT] [--out FILE]`);
    say('       npm run export -- everything FILE.zip');
    say('       npm run export -- compare');
    return 2;
  }
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run export` sets it');
  const reader = connectReader(databaseUrl);
  try {
    await mustBeComplete(reader);
    if (format === 'compare') return await compare(reader);
    if (format === 'everything') return await writeEverything(reader, archive ?? '');
    const times = { ...(asAt ? { as_at: asAt } : {}), ...(knownAt ? { known_at: knownAt } : {}) };
    await write(exportBooks(reader, owner, { format, today: await shopToday(reader), ...times }), values.out);
    if (values.out) say(`Written: ${values.out}`);
    return 0;
  } finally {
    await reader.destroy();
  }
}

async function write(pieces: AsyncIterable<string>, file: string | undefined): Promise<void> {
  const out = file === undefined ? process.stdout : createWriteStream(file, { mode: 0o600 });
  for await (const piece of pieces) if (!out.write(piece)) await once(out, 'drain');
  if (file === undefined) {
    // The exit of the process would cut off what its reader has not taken yet.
    await new Promise<void>((taken) => void out.write('', () => taken()));
    return;
  }
  out.end();
  await finished(out);
}

async function writeEverything(reader: Reader, file: string): Promise<number> {
  const { files, attachments, missing } = await archiveEverything(reader, file);
  say(`Written: ${file}, ${files} files, ${attachments} of them attachments`);
  for (const id of missing) say(`MISSING: the file of the attachment ${id} is not in the data folder.`);
  return 0;
}

async function compare(reader: Reader): Promise<number> {
  const results = await compareWithOthers(reader, owner, say);
  for (const { program, months, balances, differences, missing } of results) {
    if (missing) say(`${program}: not here (Debian: apt-get install hledger beancount)`);
    else say(`${program}: ${balances} balances at ${months} month ends, ${differences.length} differences`);
    for (const difference of differences.slice(0, 50)) say(`  ${difference}`);
  }
  return results.every(({ missing, differences }) => !missing && differences.length === 0) ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
