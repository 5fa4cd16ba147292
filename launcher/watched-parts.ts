/** The watched parts of a process with a database: for /readyz, for the metrics, and for the APIs, which refuse what cannot be stored. */
import type { CommandApiOptions } from '../command-api/server.ts';
import { ClockWatch } from '../identity/machine/clock-watch.ts';
import type { DiskSpace } from '../identity/machine/disk-space.ts';
import { type Check, DatabaseHealth } from './database/health.ts';
import { JobCounts, type MeasuredParts } from './metrics/metrics.ts';
import { LogHealth, partsOf } from './part-health.ts';
import type { ProjectorProcess } from './projector-process.ts';

export interface Watched {
  /** For a role that reads. */
  readonly databaseUrl: string;
  readonly eventStoreUrl: string | undefined;
  readonly dataDir: string;
  readonly space: DiskSpace;
  readonly environment: NodeJS.ProcessEnv;
  /** The database has the clock of this machine. */
  readonly isOneMachine: boolean;
}

export class WatchedParts {
  readonly #watched: Watched;
  readonly #log: LogHealth | undefined;
  readonly #jobs = new JobCounts();
  readonly health: DatabaseHealth;
  readonly clock: ClockWatch;

  constructor(watched: Watched) {
    const { databaseUrl, eventStoreUrl, isOneMachine } = watched;
    this.#watched = watched;
    this.health = new DatabaseHealth(databaseUrl);
    this.#log = eventStoreUrl ? new LogHealth({ databaseUrl, eventStoreUrl }) : undefined;
    this.clock = new ClockWatch({ apart: this.health.apart, isOneMachine });
  }

  get space(): DiskSpace {
    return this.#watched.space;
  }

  /** Of every process. */
  get stores(): Readonly<Record<string, Check>> {
    return { database: this.health.database, ...(this.#log && { log: this.#log.check }) };
  }

  /** Of a process that takes commands. */
  get commands(): Readonly<Record<string, Check>> {
    const { space, environment } = this.#watched;
    return { clock: async () => this.clock.problem, ...partsOf(space, environment) };
  }

  /** Of a process with the projector beside it. */
  checksWith(projector: Pick<ProjectorProcess, 'problem'>): Readonly<Record<string, Check>> {
    return { ...this.stores, projector: async () => projector.problem() ?? this.health.models(), ...this.commands };
  }

  get notes(): Readonly<Record<string, Check>> {
    return { clock: this.health.clock };
  }

  /** What is told beside the checks of /readyz, and is an alarm too. */
  get alarming(): Readonly<Record<string, Check>> {
    return { log_ahead: this.health.clock };
  }

  get measured(): Omit<MeasuredParts, 'checks'> {
    const { databaseUrl, dataDir, space } = this.#watched;
    return { health: this.health, databaseUrl, dataDir, space, jobs: this.#jobs.read };
  }

  get ofCommandApi(): Pick<CommandApiOptions, 'clockWatch' | 'onJobs'> {
    return { clockWatch: this.clock, onJobs: this.#jobs.keep };
  }

  async close(): Promise<void> {
    await this.#log?.close();
    await this.health.close();
  }
}
