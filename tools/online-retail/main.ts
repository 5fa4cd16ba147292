/**
 * `npm run import -- online-retail FILE [--rates FILE] [--fees FILE]`: enters a file of real trade through the commands
 * that the browser uses, then compares the books with the file. After an interruption it can run again without
 * duplicates. A second file goes into the same outlet; rows in both files are entered once.
 */
import { parseArgs } from 'node:util';
import { openCommands } from '../../command-api/commands/open-commands.ts';
import { eventStoreUrlOf } from '../../event-store/opening/open.ts';
import { importOnlineRetail } from './import.ts';
import { sender } from './send.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { rates: { type: 'string' }, fees: { type: 'string' }, lanes: { type: 'string', default: '8' } },
  });
  const [format, file] = positionals;
  const databaseUrl = process.env['DATABASE_URL'];
  if (format !== 'online-retail' || !file) {
    say('Usage: npm run import -- online-retail FILE [--rates FILE] [--fees FILE] [--lanes 8]');
    return 2;
  }
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run import` sets it');
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const eventStoreUrl = eventStoreUrlOf(process.env);
  const commands = await openCommands({ databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) });
  try {
    const { signal } = interrupted;
    const lanes = Math.max(1, Number(values.lanes) || 1);
    const send = sender(commands, 'import');
    const complete = await importOnlineRetail({
      file,
      rates: values.rates,
      fees: values.fees,
      lanes,
      send,
      pool: commands.pool,
      head: () => commands.store.head(),
      say,
      signal,
    });
    return complete ? 0 : 1;
  } finally {
    await commands.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
