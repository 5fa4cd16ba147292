/** A step of `npm run rebuild -- claims`: reads back what a lost PostgreSQL had beside the log. */
import { BESIDE_FILE, BesideUnreadable, readBesideLog } from './beside-log.ts';

async function main(): Promise<number> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = 'data', JWT_SECRET: secret } = process.env;
  if (!databaseUrl || !secret) throw new Error('DATABASE_URL and JWT_SECRET must be set; `npm run rebuild` sets them');
  const say = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const read = await readBesideLog({ databaseUrl, dataDir, secret });
    if (!read)
      say(
        `There is no ${BESIDE_FILE} in ${dataDir}: passwords, enrolments and names of pictures are as PostgreSQL has them.`,
      );
    else if (Object.keys(read.missing).length === 0) say(`Nothing of ${BESIDE_FILE} (${read.at}) was missing.`);
    else {
      const tables = Object.entries(read.missing).map(([table, count]) => `${table} ${count}`);
      say(`Read back from ${BESIDE_FILE} of ${read.at}: ${tables.join(', ')}`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof BesideUnreadable)) throw error;
    process.stderr.write(
      `${error.message}. Keep a copy of it, put back the former secret, and run the command again.\n`,
    );
    return 1;
  }
}

process.exitCode = await main();
