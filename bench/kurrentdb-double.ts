/**
 * The double of KurrentDB as a separate process, so that it does not use the thread of the measured program. Prints its
 * address.
 */
import { startKurrentDouble } from '../test/doubles/kurrentdb.ts';

const double = await startKurrentDouble();
process.stdout.write(`${double.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
