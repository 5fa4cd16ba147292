/** What is measured: the names and meanings of all metrics. Loaded only when METRICS_TOKEN is set. */
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Gauges without labels by name, with the text that Prometheus shows. */
const SINGLE = {
  log_ahead_seconds: 'Seconds by which the time of the log is ahead of the clock of the database',
  clock_apart_seconds: 'Seconds by which the clock of this machine is ahead of that of the database',
  disk_free_bytes: 'Free space on the fullest disk in use',
  tills: 'Enrolled tills',
  tills_behind: 'Tills with entries that were not sent at their last contact',
  till_unsent_entries: 'Unsent entries of all tills at their last contact',
  till_refused_entries: 'Entries of tills that the server refused',
  till_oldest_unsent_seconds: 'Age of the oldest unsent entry of a till',
  backup_age_seconds: 'Age of the newest backup',
  backup_failed: '1 when the last daily backup failed',
  backup_copy_age_seconds: 'Age of the newest backup that was copied elsewhere; of several places the oldest',
  backup_copy_failed: '1 when the last copy of a backup elsewhere failed',
  seal_age_seconds: 'Age of the newest seal in the data folder',
} as const;

export type Single = keyof typeof SINGLE;

export interface Instruments {
  readonly registry: Registry;
  readonly requests: Counter;
  readonly durations: Histogram;
  readonly appends: Histogram;
  readonly ready: Gauge;
  readonly lagSeconds: Gauge;
  readonly lagEvents: Gauge;
  readonly stopped: Gauge;
  readonly pool: Gauge;
  readonly jobsBy: Gauge;
  /** Undefined: nothing is known, and the metric has no value. */
  readonly set: (name: Single, value: number | undefined) => void;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const APPEND_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

export async function instrumentsOf(version: string): Promise<Instruments> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'daftar_' });
  const of = (name: string, help: string, labelNames: readonly string[] = []) => ({
    name: `daftar_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
  });
  const gauge = (name: string, help: string, labels: readonly string[] = []) => new Gauge(of(name, help, labels));
  gauge('build_info', 'The version of the program', ['version']).set({ version }, 1);
  const single = new Map(Object.entries(SINGLE).map(([name, help]) => [name, gauge(name, help)] as const));
  return {
    registry,
    requests: new Counter(of('http_requests_total', 'Answered requests', ['method', 'route', 'status'])),
    durations: new Histogram({
      ...of('http_request_duration_seconds', 'Time until a request was answered', ['side']),
      buckets: REQUEST_SECONDS,
    }),
    appends: new Histogram({
      ...of('append_duration_seconds', 'Time of an append to the log, with its claims', ['outcome']),
      buckets: APPEND_SECONDS,
    }),
    ready: gauge('ready', '1 for each check of /readyz that is well', ['check']),
    lagSeconds: gauge('read_model_lag_seconds', 'Age of the data of a read model', ['model']),
    lagEvents: gauge(
      'read_model_lag_events',
      'Events of the log that a read model has not taken (bytes with KurrentDB)',
      ['model'],
    ),
    stopped: gauge('read_model_stopped', '1 for a read model that cannot process an event', ['model']),
    pool: gauge('database_pool_connections', 'Connections to the database by state', ['pool', 'state']),
    jobsBy: gauge('jobs', 'Jobs by state', ['state']),
    set: (name, value) => {
      const one = single.get(name);
      if (value === undefined) one?.remove();
      else one?.set(value);
    },
  };
}
