/**
 * A parent process that runs a projector until it is killed: the short-lived program, or with PROJECTOR_DATABASE_URL
 * the real one, whose lines it reads.
 */
import { join } from 'node:path';
import { runProjector } from '../../../launcher/projector-process.ts';

const databaseUrl = process.env['PROJECTOR_DATABASE_URL'];
const say = (): void => undefined;
if (databaseUrl) {
  const module = join(import.meta.dirname, '..', '..', '..', 'projector', 'main.ts');
  runProjector({ module, environment: { DATABASE_URL: databaseUrl }, output: { write: () => true }, say });
} else {
  runProjector({ module: join(import.meta.dirname, 'short-lived.ts'), environment: {}, output: 1, say });
}
setInterval(() => undefined, 60_000);
