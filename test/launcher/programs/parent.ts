/** A parent that runs the short-lived program as its projector until it is killed. */
import { join } from 'node:path';
import { runProjector } from '../../../launcher/projector-process.ts';

runProjector({
  module: join(import.meta.dirname, 'short-lived.ts'),
  environment: {},
  output: 1,
  say: () => undefined,
});
setInterval(() => undefined, 60_000);
