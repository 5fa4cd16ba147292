/**
 * Plays the comparison of the implementations of the claims once with the functions as they are, which records the
 * functions that it calls, and then once with each error in one of them: the error is installed in the template of the
 * databases, and everything that is opened is opened anew on a copy of it.
 */
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import pg from 'pg';
import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';
import { ROOT } from '../../launcher/machine/root.ts';
import { databaseUrl } from '../support/database-url.ts';
import { Journal } from './journal.ts';
import { folderOfRun, journalIn, planOfRun } from './run-folder.ts';
import type { SqlMutant } from './sql-sites.ts';
import { after, before, close, failureIn, failureOf, open, type Unit, unitOf } from './units.ts';

/** Tests of a unit that take longer are left out, where it has shorter ones. */
const SLOW_MS = 1_500;
/** A unit without an end: this, and so many times the time that it takes without an error. */
const ENDLESS_MS = 15_000;
const ENDLESS_TIMES = 5;

/**
 * Functions of reservations that are not settled, which only a log in KurrentDB has. The others it calls as the log in
 * PostgreSQL does, whose tests are faster.
 */
const OF_RESERVATIONS =
  /claim\.(meets_count|next_time|pending_commands|periods_pending|reads_pending|release|remove_intent|reserve|resolve_stuck|settle|time_in_flight|tried|undo_of|revision)/;
const BESIDE_KURRENTDB = /\/kurrentdb[-.]/;
/** Tests that leave nothing behind in their database: it stays open, and the error is installed in it. */
const LEAVES_NOTHING = /\/(in-flight|reservations-agree|released-codes)\.test\./;

export default class SqlMutantRunner extends TestRunner {
  readonly #mutants = planOfRun().mutants as readonly SqlMutant[];
  readonly #journal = new Journal(journalIn(folderOfRun()));
  readonly #caught = new Set<number>();
  readonly #done = new Set<string>();

  async runTask(host: RunnerTestCase): Promise<void> {
    const unit = unitOf(host);
    this.#readJournal();
    if (this.#done.has(unit.name)) return;
    // Vitest has opened for this test what is opened anew for each play, and closes it at the end.
    await after(host);
    await close(unit);
    await this.#tryUnit(unit);
    this.#done.add(unit.name);
    await open(unit);
    await before(host);
  }

  async #tryUnit(unit: Unit): Promise<void> {
    const functions = [...new Set(this.#mutants.map(({ file }) => file))];
    const reached = new Set<string>();
    const slow = new Set<RunnerTestCase>();
    const started = performance.now();
    await this.#inTemplate(functions.map(probed));
    const failure = await failureOf(unit, {
      ended: async (test, ms) => {
        if (ms > SLOW_MS) slow.add(test);
        for (const file of await this.#called(functions)) reached.add(file);
      },
    });
    await this.#inTemplate(functions.map(originalOf));
    if (failure !== undefined) return this.#journal.write({ found: 'unusable', test: unit.name, why: failure });
    const ms = performance.now() - started;
    const quick = unit.tests.filter((test) => !slow.has(test));
    const isOfReservations = BESIDE_KURRENTDB.test(unit.group.file.filepath);
    const mutants = [...this.#mutants.keys()].filter((number) => {
      const { file = '' } = this.#mutants[number] ?? {};
      return reached.has(file) && (!isOfReservations || OF_RESERVATIONS.test(file));
    });
    this.#journal.write({ found: 'reached', mutants });
    const left = mutants.filter((number) => !this.#caught.has(number));
    if (LEAVES_NOTHING.test(unit.group.file.filepath)) await this.#tryInPlace(unit, left, ms);
    else
      for (const number of left) await this.#try({ ...unit, tests: quick.length > 0 ? quick : unit.tests }, number, ms);
    this.#journal.write({ found: 'tried', test: unit.name });
  }

  async #try(unit: Unit, number: number, cleanMs: number): Promise<void> {
    const mutant = this.#mutants[number];
    if (!mutant) return;
    const isSql = await this.#inTemplate([mutant.text]).then(
      () => true,
      () => false,
    );
    if (!isSql) {
      this.#caught.add(number);
      return this.#journal.write({ found: 'invalid', mutant: number });
    }
    const seen = await this.#playedWith(number, cleanMs, failureOf(unit));
    await this.#inTemplate([originalOf(mutant.file)]);
    if (seen !== undefined) this.#caughtBy(number, unit.name);
  }

  /** Opens the database once, and installs every error in it: the tests leave it as it was. */
  async #tryInPlace(unit: Unit, mutants: readonly number[], cleanMs: number): Promise<void> {
    await open(unit);
    const [name = ''] = await this.#databases();
    await connected(databaseUrl(this.#server().adminUrl, name), async (client) => {
      for (const number of mutants) {
        const mutant = this.#mutants[number];
        if (!mutant) continue;
        const isSql = await client.query(mutant.text).then(
          () => true,
          () => false,
        );
        if (!isSql) {
          this.#caught.add(number);
          this.#journal.write({ found: 'invalid', mutant: number });
          continue;
        }
        const seen = await this.#playedWith(number, cleanMs, failureIn(unit));
        await client.query(originalOf(mutant.file));
        if (seen !== undefined) this.#caughtBy(number, unit.name);
      }
    });
    await close(unit);
  }

  async #playedWith(number: number, cleanMs: number, play: Promise<string | undefined>): Promise<string | undefined> {
    const limit = AbortSignal.timeout(Math.ceil(ENDLESS_MS + cleanMs * ENDLESS_TIMES));
    const ended = new Promise<'endless'>((resolve) => {
      limit.addEventListener('abort', () => resolve('endless'));
    });
    const seen = await Promise.race([play, ended]);
    if (seen === 'endless') {
      this.#caughtBy(number, 'it does not end');
      // What still runs would go on beside the next one.
      process.kill(process.pid, 'SIGKILL');
    }
    return seen;
  }

  #caughtBy(mutant: number, by: string): void {
    this.#caught.add(mutant);
    this.#journal.write({ found: 'caught', mutant, by });
  }

  #server(): { adminUrl: string; prefix: string; template: string } {
    return this.injectValue('databaseServer');
  }

  async #inTemplate(statements: readonly string[]): Promise<void> {
    const { adminUrl, template } = this.#server();
    await connected(databaseUrl(adminUrl, template), async (client) => {
      await client.query(`begin; create schema if not exists mutants; grant usage on schema mutants to public`);
      for (const statement of statements) await client.query(statement);
      await client.query(`grant usage, select on all sequences in schema mutants to public; commit`);
    });
  }

  /** The functions that were called in one of the databases that are open; all of those that cannot be probed. */
  async #called(functions: readonly string[]): Promise<readonly string[]> {
    const called = new Set<string>();
    for (const name of await this.#databases()) {
      const { rows } = await connected(databaseUrl(this.#server().adminUrl, name), (client) =>
        client.query<{ name: string }>(
          `select sequencename as name from pg_sequences where schemaname = 'mutants' and last_value is not null`,
        ),
      );
      for (const { name } of rows) called.add(name);
    }
    return functions.filter((file) => probed(file) === originalOf(file) || called.has(probeOf(file)));
  }

  /** Those that are open, without the template. */
  async #databases(): Promise<readonly string[]> {
    const { adminUrl, prefix, template } = this.#server();
    const { rows } = await connected(adminUrl, (client) =>
      client.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1) and datname <> $2',
        [prefix, template],
      ),
    );
    return rows.map(({ datname }) => datname);
  }

  #readJournal(): void {
    for (const entry of this.#journal.next()) {
      if (entry.found === 'caught' || entry.found === 'invalid') this.#caught.add(entry.mutant);
      if (entry.found === 'tried' || entry.found === 'unusable') this.#done.add(entry.test);
    }
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    for (const { filepath } of files) this.#journal.write({ found: 'ended', file: relative(ROOT, filepath) });
  }
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const originalOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const probeOf = (file: string): string => basename(file, '.sql').replace('.', '_');

/** The function with a mark at its start, where its language has one. */
function probed(file: string): string {
  const text = originalOf(file);
  const mark = `begin\n  perform nextval('mutants.${probeOf(file)}');\n`;
  const marked = text.replace(/^begin\n/m, () => mark);
  return marked === text ? text : `create sequence if not exists mutants.${probeOf(file)};\n${marked}`;
}
