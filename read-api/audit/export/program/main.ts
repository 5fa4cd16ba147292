/** The program of the job that exports everything (`command-api/jobs/export-everything.ts`): a line for each file, then a result. */
import { connectReader } from '../../../database/reader.ts';
import { mustBeComplete } from '../../../http/complete.ts';
import { archiveEverything } from '../archive.ts';

async function main([file]: readonly string[]): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl || !file) throw new Error('the program of the export needs a database and a file');
  const reader = connectReader(databaseUrl);
  try {
    await mustBeComplete(reader);
    const archived = await archiveEverything(reader, file, (path) => void process.stdout.write(`${path}\n`));
    process.stdout.write(`result ${JSON.stringify(archived)}\n`);
  } finally {
    await reader.destroy();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
