/**
 * One run of an import: validates everything again, creates the missing names, stores each row, and reverses all of it
 * when a row is refused or the import is cancelled. Rows stored by an earlier run are found in the log.
 */

import type { Actor } from '../../domain/deciding/facts.ts';
import type { Cells } from '../../domain/imports/cells.ts';
import { type AnyFormat, isRecordFormat } from '../../domain/imports/formats.ts';
import type { ImportResult } from '../../domain/imports/import-format.ts';
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import { OPENING_BALANCE } from '../../domain/ledger/opening-balance.ts';
import type { Language } from '../../domain/values/language.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import { BatchTooLarge } from '../../event-store/port.ts';
import { recordTypeOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { CANCELLED, Interrupted, type JobContext } from '../jobs/queue.ts';
import { type Checked, checkImport, lineIssue } from './check.ts';
import { kindOf, recordKindOf } from './check-records.ts';
import { creationBody, withMade } from './creations.ts';
import { ALL_ROWS, allRows, messageOf, ofAllRows, TOO_LARGE } from './found-issues.ts';
import { type ImportActor, ImportCommands, isChange, type Stored } from './import-commands.ts';
import type { RequestedImport } from './job-data.ts';
import { AT_ONCE_MAX, mapConcurrently } from './map-concurrently.ts';
import { uniqueNames } from './names-taken.ts';
import { problemMessages } from './problem-messages.ts';
import { choiceKey } from './resolve.ts';
import { possibleKeys, rowKey, type Step, stepsOf, storedRows } from './steps.ts';
import { inLayers, rowMeant, standsForRow } from './within-file.ts';

export interface Running {
  readonly commands: Commands;
  readonly format: AnyFormat;
  readonly asked: RequestedImport;
  readonly actor: ImportActor;
  readonly importId: string;
  readonly language: Language;
  readonly moment: Date;
  readonly context: JobContext;
}

/** Keys of the commands that post opening balances. */
const FINISH = 'finish';
export const finishKey = (opening: string): string => opening.replace('opening', FINISH);
const PROGRESS_EVERY_MS = 250;
/** Longer than for a request, for which a person waits. */
export const MODELS_WAIT_MS = 60_000;

interface Outcome extends Partial<Pick<ImportResult, 'cancelled' | 'created'>> {
  readonly problems: readonly RowIssue[];
  readonly imported: number;
}

export class ImportRun {
  readonly #of: Running;
  readonly #log: ImportCommands;
  /** By step key. */
  readonly #stored = new Map<string, Stored>();
  /** Records created for names, by resource, in order. */
  readonly #made = new Map<string, { readonly resource: string; readonly name: string; readonly stored: Stored }>();
  readonly #refused: RowIssue[] = [];
  #skipped = 0;
  #unchanged = 0;
  /** True when goods were posted, which is the last step: they are not taken back. */
  #isPosted = false;
  #toldAtMs = 0;

  constructor(running: Running) {
    this.#of = running;
    this.#log = new ImportCommands(running.commands, running.actor, running.importId);
  }

  /** `first` has the rights at the start of the run, for the checks. */
  async run(first: Actor): Promise<ImportResult> {
    if (await this.#wasStoredBefore()) return this.#takeBack([allRows('import_taken_back')]);
    if (this.#isPosted) return this.#posted();
    const checked = await this.#check(first);
    const wrong = [...checked.issues, ...checked.undecided];
    this.#skipped = checked.skipped.size + new Set(wrong.map(({ at }) => at)).size;
    this.#unchanged = [...(checked.updates?.values() ?? [])].filter(({ isSame }) => isSame).length;
    const { good_rows_only: goodRowsOnly } = this.#of.asked;
    if (wrong.length > 0 && (!goodRowsOnly || wrong.some(({ at }) => at === ALL_ROWS))) return this.#takeBack(wrong);
    if (checked.ready.length === 0 && this.#stored.size === 0 && this.#unchanged === 0) {
      return this.#takeBack([...wrong, allRows('import_nothing_ready')]);
    }
    await this.#store(checked);
    if (this.#isCancelled() && !this.#isPosted) return this.#takeBack([allRows('import_cancelled')], true);
    if (this.#refused.length > 0 && !goodRowsOnly) return this.#takeBack(this.#refused);
    const imported = await this.#log.rowsIn([...this.#stored.values()]);
    return this.#result({ problems: [...wrong, ...this.#refused], imported });
  }

  /** Reverses what earlier runs have stored, because the person does not have the rights any more. */
  async withdraw(issues: readonly Issue[]): Promise<ImportResult> {
    await this.#wasStoredBefore();
    return this.#isPosted ? this.#posted() : this.#takeBack(issues.map(ofAllRows));
  }

  /** Used when the run cannot continue. */
  async takeBack(): Promise<void> {
    await this.#takeBack([]);
  }

  /** Reads what earlier runs have stored. True when an earlier run was interrupted while reversing. */
  async #wasStoredBefore(): Promise<boolean> {
    const { format, asked } = this.#of;
    const rows = await this.#log.storedBefore(possibleKeys(format, asked.rows.length));
    for (const [key, stored] of rows) this.#stored.set(key, stored);
    const created = asked.choices.filter(({ becomes }) => becomes === 'create');
    const names = await this.#log.storedBefore(created.map(({ resource, name }) => nameKey(resource, name)));
    for (const { resource, name } of created) {
      const stored = names.get(nameKey(resource, name));
      if (stored) this.#made.set(nameKey(resource, name), { resource, name, stored });
    }
    this.#isPosted = (await this.#log.storedBefore([FINISH])).size > 0;
    return this.#log.isAnyReversed([...rows.values()]);
  }

  #check(actor: Actor): Promise<Checked> {
    const { commands, format, asked, moment } = this.#of;
    const stored = this.#storedRows();
    return checkImport(commands, format, asked, { actor, moment, waitMs: MODELS_WAIT_MS, stored });
  }

  async #posted(): Promise<ImportResult> {
    const imported = await this.#log.rowsIn([...this.#stored.values()]);
    this.#skipped = this.#of.asked.rows.length - imported;
    return this.#result({ problems: [], imported });
  }

  async #store(checked: Checked): Promise<void> {
    const { commands, format } = this.#of;
    const withNames = await this.#makeNames(checked);
    const isStopped = () => this.#isStopped();
    // Documents change the same records, so they are stored one by one; rows are stored concurrently, but after their
    // parent row.
    const tree = isRecordFormat(format) ? format.tree : undefined;
    const atOnce = await this.#rowsAtOnce();
    for (const ready of inLayers(tree, checked.ready)) {
      const steps = stepsOf(commands, format, { ...checked, ready }, (cells) => this.#withRows(withNames(cells)));
      await mapConcurrently(steps, (step) => this.#storeStep(step), isStopped, atOnce);
    }
    if (!isStopped()) await this.#finishOpening(checked);
    this.#stopHere();
    await this.#progress(true);
  }

  /** One when names must be unique, because each row is checked against the names of the rows before it. */
  async #rowsAtOnce(): Promise<number> {
    const { commands, format } = this.#of;
    if (!isRecordFormat(format)) return 1;
    if (format.isDocument) return AT_ONCE_MAX;
    const names = await uniqueNames(commands, recordKindOf(commands, format.kind), format);
    return names.length > 0 ? 1 : AT_ONCE_MAX;
  }

  /** The cells with stored records instead of row placeholders; undefined when one was not stored. */
  #withRows(cells: Cells | undefined): Cells | undefined {
    const places = Object.values(cells ?? {}).flatMap((value) => rowMeant(value) ?? []);
    const ids = places.map((at) => [standsForRow(at), this.#stored.get(rowKey(at))?.id] as const);
    return cells && withMade(cells, new Map(ids));
  }

  async #storeStep(step: Step): Promise<void> {
    const { key, kind, body, commands, changes } = step;
    await this.#refusable(step.issueAt, async () => {
      const entered = { kind, body, commands };
      const stored = changes ? this.#log.store(key, { ...entered, ...changes }) : this.#log.storeInOrder(key, entered);
      this.#stored.set(key, await stored);
    });
    await this.#progress();
  }

  /** Goods with a contra account are posted at once. */
  async #finishOpening({ chosen, lines }: Checked): Promise<void> {
    if (chosen.against === undefined) return;
    const kind = kindOf(this.#of.commands, OPENING_BALANCE);
    for (const [key, opening] of this.#stored) {
      if (opening.kind !== OPENING_BALANCE) continue;
      const issueAt = (issue: Issue) => lineIssue(issue, lines);
      await this.#refusable(issueAt, async () => {
        await this.#log.store(finishKey(key), { kind, body: {}, commands: [{ type: 'finish' }], id: opening.id });
        this.#isPosted = true;
      });
    }
  }

  /**
   * Creates records one after the other, because one may be the parent of another; returns their ids by placeholder.
   */
  async #makeNames({ creations, ready }: Checked): Promise<(cells: Cells) => Cells | undefined> {
    const needed = new Set(ready.map(({ at }) => at));
    const ids = new Map<number, number | undefined>();
    for (const creation of creations) {
      ids.set(creation.stands, undefined);
      const isNeeded = [...creation.ats].some((at) => needed.has(at));
      if (!isNeeded || this.#isStopped()) continue;
      const { resource, name, column, ats, parent } = creation;
      const kind = recordTypeOf(this.#of.commands.kinds, resource);
      const above = parent !== null && ids.has(parent) ? ids.get(parent) : parent;
      if (above === undefined) continue;
      const data = creationBody(kind, creation, above);
      const [at = ALL_ROWS] = ats;
      await this.#refusable(
        ({ field: _, ...issue }) => ({ ...issue, at, column }),
        async () => {
          const key = nameKey(resource, name);
          const stored = await this.#log.store(key, { kind, body: data, commands: [{ type: 'register', data }] });
          this.#made.set(key, { resource, name, stored });
          ids.set(creation.stands, stored.id);
        },
      );
    }
    return (cells) => withMade(cells, ids);
  }

  async #refusable(issueAt: Step['issueAt'], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof BatchTooLarge) this.#refused.push(issueAt(TOO_LARGE));
      else if (error instanceof Refusal) this.#refused.push(...error.issues.map(issueAt));
      else throw error;
    }
  }

  #storedRows(): ReadonlySet<number> {
    return storedRows(this.#of.format, new Set(this.#stored.keys()), this.#of.asked.rows.length);
  }

  #isCancelled(): boolean {
    const { signal } = this.#of.context;
    return signal.aborted && signal.reason === CANCELLED;
  }

  #isStopped(): boolean {
    return this.#of.context.signal.aborted || (this.#refused.length > 0 && !this.#of.asked.good_rows_only);
  }

  /** When the process stops, stored rows remain, and the next run continues. */
  #stopHere(): void {
    if (this.#of.context.signal.aborted && !this.#isCancelled()) throw new Interrupted();
  }

  async #progress(isLast = false): Promise<void> {
    if (!isLast && performance.now() - this.#toldAtMs < PROGRESS_EVERY_MS) return;
    this.#toldAtMs = performance.now();
    await this.#of.context.progress(`${this.#storedRows().size} of ${this.#of.asked.rows.length}`);
  }

  /** Reverses rows first, then the names they used, the deepest first; names used elsewhere remain. */
  async #takeBack(problems: readonly RowIssue[], cancelled = false): Promise<ImportResult> {
    const left: RowIssue[] = [];
    const back = async (stored: Stored, kept: (reason: Issue | undefined) => RowIssue): Promise<void> => {
      this.#stopHere();
      try {
        await this.#log.takeBack(stored);
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof BatchTooLarge)) throw error;
        left.push(kept(error instanceof Refusal ? error.issues[0] : TOO_LARGE));
      }
    };
    const rows = [...this.#stored];
    await mapConcurrently(rows, ([key, stored]) => {
      const at = Number(/^row (\d+)$/.exec(key)?.[1] ?? ALL_ROWS);
      return back(stored, (reason) => ({ at, column: null, message: 'not_found', ...messageOf(reason) }));
    });
    const names: { resource: string; name: string }[] = [];
    for (const { stored, resource, name } of [...this.#made.values()].toReversed()) {
      await back(stored, () => {
        names.push({ resource, name });
        return { at: ALL_ROWS, column: null, message: 'import_name_kept', params: { value: name } };
      });
    }
    const created = countOf(names.map(({ resource }) => resource));
    return this.#result({ problems: [...problems, ...left], imported: 0, cancelled, created });
  }

  #result(of: Outcome): ImportResult {
    const { format, asked, language } = this.#of;
    const made = [...this.#made.values()].map(({ resource }) => resource);
    const { kinds } = this.#of.commands;
    const updated = [...this.#stored.values()].filter((stored) => isChange(stored, kinds)).length;
    return {
      format: format.name,
      skipped: of.imported === 0 ? 0 : this.#skipped,
      updated: of.imported === 0 ? 0 : updated,
      unchanged: this.#unchanged,
      created: countOf(made),
      cancelled: false,
      ...of,
      problems: problemMessages(of.problems, asked.rows, format, language),
      position: this.#log.position === null ? null : String(this.#log.position),
    };
  }
}

export const nameKey = (resource: string, name: string): string => `name ${choiceKey(resource, name)}`;

const countOf = (resources: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(resources, (name) => name)].map(([name, all]) => [name, all.length]));
