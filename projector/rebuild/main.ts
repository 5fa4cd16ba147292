/**
 * `npm run rebuild`: rebuilds every read model from the first event; readers keep the old build until the new one is
 * verified.
 */
import { setFlagsFromString } from 'node:v8';
import { asProgram } from '../run/as-program.ts';
import { ModelsStopped } from './catch-up.ts';
import { RebuildRefused, rebuild } from './rebuild.ts';

// A rebuild keeps many pools of the books: the heap should stay close to the size of the live data.
setFlagsFromString('--heap-growing-percent=30');

/** Estimates (bench/README.md): MiB of the process without models, and MiB used for each MiB kept, garbage included. */
const OWN_MIB = 280;
const TIMES_KEPT = 1.6;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await asProgram(async ({ store, databaseUrl, stopping }) => {
  const startedMs = performance.now();
  const signal = stopping();
  const sameRules = !process.argv.includes('--accept-differences');
  const requested = {
    store,
    databaseUrl,
    signal,
    sameRules,
    acceptsLoss: !sameRules,
    onProgress: say,
    ...keptBytesMax(),
  };
  const { schema, position, events } = await rebuild(requested).catch((error: unknown) => {
    if (signal.aborted) say('Broken off: readers keep what they had.');
    throw error;
  });
  say(
    `${events} events to position ${position} in ${schema}, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
  );
  say(`peak memory ${Math.ceil(process.resourceUsage().maxRSS / 1024)} MiB`);
}, sentence);

/** `--memory 512`: approximate MiB of the whole process. The models may always keep a minimum. */
function keptBytesMax(): { readonly keptBytesMax?: number } {
  const given = process.argv.indexOf('--memory');
  const mebibytes = Number(process.argv[given + 1]);
  return given > 0 && mebibytes > 0 ? { keptBytesMax: (Math.max(mebibytes - OWN_MIB, 8) / TIMES_KEPT) * 2 ** 20 } : {};
}

function sentence(error: unknown): string | undefined {
  if (error instanceof ModelsStopped) return `${error.message}\nNothing was changed: readers keep what they had.`;
  if (error instanceof RebuildRefused)
    return `${error.message}\nAfter a change of rules: npm run rebuild -- --accept-differences`;
  return undefined;
}
