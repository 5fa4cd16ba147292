/** Daftar as a process of its own that can be killed: `node daftar-program.ts FOLDER`. Prints its address and its database. */
import { ensureFirstUser } from '../../command-api/main.ts';
import { startDaftar } from '../../launcher/daftar.ts';
import { PASSWORD } from './business.ts';

const dataDir = process.argv[2] ?? '';
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const daftar = await startDaftar({
  dataDir,
  environment: process.env,
  say,
  withoutWeb: true,
  prepare: async (databaseUrl) => {
    await ensureFirstUser({ databaseUrl, password: PASSWORD });
  },
});
for (const shown of ['SIGTERM', 'disconnect'] as const) {
  process.once(shown, () => void daftar.stop().then(() => process.exit(0)));
}
say(`ready ${JSON.stringify({ address: daftar.address, databaseUrl: daftar.database.url })}`);
