/** A process that opens the database of a data folder, prints its address, and runs until it is killed. */
import { openDatabase } from '../../../launcher/database/open-database.ts';

const dataDir = process.argv[2] ?? '';
const database = await openDatabase({ dataDir, say: () => undefined, environment: {} });
process.send?.(database.url);
process.on('disconnect', () => process.exit());
setInterval(() => undefined, 60_000);
