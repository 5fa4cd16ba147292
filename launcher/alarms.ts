/**
 * Alarms: what the checks of /readyz and of doctor find wrong is posted to ALARM_WEBHOOK when it begins and when it ends. What
 * has begun and what is not delivered yet is in a file of the data folder, so that a restart repeats and forgets nothing.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { checked } from '../domain/schemas/checked.schema.ts';
import { toError } from '../domain/values/thrown.ts';
import { programVersion } from '../identity/machine/program-version.ts';
import type { Check } from './database/health.ts';
import { askRows } from './doctor.ts';
import { describeBackups } from './health/backup-state.ts';
import { describeCopies } from './health/copies-state.ts';
import { describeLogCopy } from './health/log-copy-state.ts';
import { alarmUrlOf } from './machine/plain-connections.ts';

export const ALARMS_FILE = 'alarms.json';

const Text = Type.String();
/** Times are ISO 8601 UTC. */
const Message = Type.Object({
  alarm: Text,
  state: Type.Enum(['begins', 'ends']),
  text: Text,
  since: Text,
  at: Text,
});
const alarmsFile = checked(
  `the file ${ALARMS_FILE}`,
  Type.Object({
    /** By name: what has begun and not ended. */
    raised: Type.Record(Text, Type.Object({ text: Text, since: Text })),
    /** Not delivered yet, oldest first. */
    waiting: Type.Array(Message),
  }),
);
type State = ReturnType<typeof alarmsFile.read>;

/** A webhook that is away for long gets the latest ones. */
const WAITING_MAX = 200;
const ANSWERS_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 30_000;
/** Doctor's checks of files are looked at every ten minutes. */
const LOOKS_BETWEEN = 20;

export interface AlarmOptions {
  readonly url: string;
  readonly dataDir: string;
  /** Looked at each time; an alarm begins or ends when two looks in a row agree. */
  readonly checks: Readonly<Record<string, Check>>;
  /** Looked at rarely, and only while all other checks are well, on whose parts they depend. */
  readonly slowChecks: Readonly<Record<string, Check>>;
  /** Told when the webhook cannot be reached, and when it can again. Never with its address, which may hold a secret. */
  readonly onDelivery: (problem: string | undefined) => void;
  readonly now?: () => Date;
}

export class Alarms {
  readonly #options: Required<AlarmOptions>;
  /** What the look before found, by check. */
  readonly #before = new Map<string, boolean>();
  #state: State;
  #looks = 0;
  #isReached = true;
  readonly #ended = new AbortController();

  constructor(options: AlarmOptions) {
    this.#options = { now: () => new Date(), ...options };
    this.#state = kept(options.dataDir);
  }

  /** What is not delivered yet is delivered after the next start. */
  end(): void {
    this.#ended.abort();
  }

  /** Looks at the checks, and delivers what waits. Never throws. */
  async look(): Promise<void> {
    const { checks, slowChecks } = this.#options;
    this.#looks += 1;
    const problems = await problemsOf(checks);
    for (const [name, problem] of problems) {
      const isWrong = problem !== undefined;
      if (this.#before.get(name) === isWrong) this.#note(name, problem);
      this.#before.set(name, isWrong);
    }
    const isWell = problems.every(([, problem]) => problem === undefined);
    if (isWell && this.#looks % LOOKS_BETWEEN === 0) {
      for (const [name, problem] of await problemsOf(slowChecks)) this.#note(name, problem);
    }
    await this.#deliver();
  }

  #note(alarm: string, problem: string | undefined): void {
    const { raised, waiting } = this.#state;
    const known = raised[alarm];
    if ((known === undefined) === (problem === undefined)) return;
    const at = this.#options.now().toISOString();
    const { [alarm]: _, ...others } = raised;
    const begun = problem === undefined ? undefined : { text: problem, since: at };
    const state = begun ? 'begins' : 'ends';
    const { text, since } = begun ?? known ?? { text: '', since: at };
    this.#keep({
      raised: begun ? { ...others, [alarm]: begun } : others,
      waiting: [...waiting, { alarm, state, text, since, at } as const].slice(-WAITING_MAX),
    });
  }

  /** In order; what is not accepted waits for the next look. */
  async #deliver(): Promise<void> {
    for (let [next] = this.#state.waiting; next; [next] = this.#state.waiting) {
      const problem = await this.#post({ program: 'daftar', version: programVersion(), ...next });
      if (this.#ended.signal.aborted && problem !== undefined) return;
      if ((problem === undefined) !== this.#isReached) this.#options.onDelivery(problem);
      this.#isReached = problem === undefined;
      if (problem !== undefined) return;
      this.#keep({ ...this.#state, waiting: this.#state.waiting.slice(1) });
    }
  }

  async #post(body: object): Promise<string | undefined> {
    try {
      const answer = await fetch(this.#options.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWERS_WITHIN_MS), this.#ended.signal]),
      });
      await answer.body?.cancel();
      return answer.ok ? undefined : `it answers with ${answer.status}`;
    } catch (error) {
      const { name, cause } = toError(error);
      return name === 'TimeoutError' ? 'it does not answer' : cause instanceof Error ? codeOf(cause) : name;
    }
  }

  #keep(state: State): void {
    this.#state = state;
    const file = join(this.#options.dataDir, ALARMS_FILE);
    try {
      writeFileSync(`${file}.new`, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // A full disk is an alarm itself, and is kept in memory.
    }
  }
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name);

/** Nothing has begun without the file, or when it cannot be read. */
function kept(dataDir: string): State {
  try {
    return alarmsFile.parse(readFileSync(join(dataDir, ALARMS_FILE), 'utf8'));
  } catch {
    // What is wrong still is told once more.
    return { raised: {}, waiting: [] };
  }
}

const problemsOf = (checks: Readonly<Record<string, Check>>) =>
  Promise.all(
    Object.entries(checks).map(
      async ([name, check]) => [name, await check().catch((error: unknown) => toError(error).message)] as const,
    ),
  );

export interface AlarmedPlace {
  /** For a role that reads. */
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly checks: Readonly<Record<string, Check>>;
  readonly say: (line: string) => void;
}

/** Looks until the returned function is called. Does nothing without ALARM_WEBHOOK. */
export function startAlarms(place: AlarmedPlace, everyMs = LOOK_EVERY_MS): () => Promise<void> {
  const { dataDir, environment, checks, say } = place;
  const url = alarmUrlOf(environment);
  if (url === undefined) return async () => undefined;
  const onDelivery = (problem: string | undefined) =>
    say(
      problem === undefined
        ? 'Alarms are delivered again.'
        : `Alarms cannot be delivered: ${problem}. They are kept and tried again.`,
    );
  const alarms = new Alarms({ url, dataDir, checks, slowChecks: backupChecks(place), onDelivery });
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = alarms.look().finally(() => {
      isRunning = false;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    alarms.end();
    await running;
  };
}

/** What doctor says of backups. */
function backupChecks({ databaseUrl, eventStoreUrl, dataDir, environment: given }: AlarmedPlace) {
  const environment = { ...given, DATA_DIR: dataDir };
  const problemIn =
    (describe: () => string | Promise<string>): Check =>
    async () => {
      await describe();
      return undefined;
    };
  const copied = { databaseUrl, eventStoreUrl, environment, isRunning: true };
  return {
    backup: problemIn(() => describeBackups((sql) => askRows(databaseUrl, sql), environment, new Date())),
    backup_copies: problemIn(() => describeCopies(environment, new Date())),
    log_copy: problemIn(() => describeLogCopy({ ...copied, now: new Date() })),
  };
}
