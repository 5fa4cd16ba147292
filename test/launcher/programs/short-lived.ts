/** A replacement of a projector: writes to a file that it runs, and ends on a signal or with its parent. */
import { appendFileSync } from 'node:fs';

const file = process.env['LIVES_FILE'] ?? '';
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => {
  appendFileSync(file, 'told to stop\n');
  process.exit(0);
});
// After the handlers, because a test sends its signal as soon as it reads this.
appendFileSync(file, `${process.pid}\n`);
if (process.env['ENDS_AT_ONCE'] === '1') process.exit(3);
if (process.env['PROBLEM']) process.send?.({ problem: process.env['PROBLEM'] });
setInterval(() => undefined, 60_000);
