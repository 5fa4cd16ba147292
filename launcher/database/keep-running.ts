/** Restarts the embedded server when it ends by itself, on the same port, so that every pool finds it again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterOptions, type RunningCluster, serverLog, startCluster } from './cluster.ts';
import { keepSmall } from './server-log.ts';

const HOUR_MS = 3_600_000;
const PAUSE_MS = [100, 500, 2_000, 10_000];
const NOTICED_MS = 200;

export interface KeptCluster {
  readonly url: (database: string) => string;
  readonly port: number;
  stop(): Promise<void>;
}

/** `told`: aborted when Daftar is told to stop, which a start must not outlast. */
export async function keepRunning(
  options: ClusterOptions,
  say: (line: string) => void,
  told?: AbortSignal,
): Promise<KeptCluster> {
  const log = serverLog(options.folder);
  await keepSmall(log);
  const stopping = new AbortController();
  const signal = told ? AbortSignal.any([stopping.signal, told]) : stopping.signal;
  const waiting = { say, signal };
  let current: RunningCluster = await startCluster(options, undefined, waiting);
  const hourly = setInterval(() => void keepSmall(log), HOUR_MS);
  hourly.unref();
  const { port } = current;

  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      // A stop signal to the whole group reaches the database a moment before this process has noticed it.
      await sleep(NOTICED_MS);
      if (signal.aborted) return;
      say('The database ended unexpectedly: starting it again.');
      for (let attempt = 0; !signal.aborted; attempt++) {
        await sleep(PAUSE_MS[Math.min(attempt, PAUSE_MS.length - 1)]);
        try {
          current = await startCluster(options, port, waiting);
          break;
        } catch (error) {
          if (!signal.aborted) say(error instanceof Error ? error.message : String(error));
        }
      }
    }
  };
  const watching = watch();

  return {
    url: (database) => current.url(database),
    port,
    stop: async () => {
      stopping.abort();
      clearInterval(hourly);
      await current.stop();
      await watching;
      // A restart during the stop has replaced the server meanwhile.
      await current.stop();
    },
  };
}
