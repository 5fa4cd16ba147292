/**
 * Checks every row and cell of an import without storing anything: each cell, referenced names, rows against each
 * other, existing records, and the refusals of deciders and claims.
 */

import type { Actor } from '../../domain/deciding/facts.ts';
import { type AnyFormat, isRecordFormat } from '../../domain/imports/formats.ts';
import type { GoodsFormat } from '../../domain/imports/goods.ts';
import { placeOf } from '../../domain/imports/goods-documents.ts';
import type { ImportRequest, RowIs, SeenRow } from '../../domain/imports/import-format.ts';
import { type ReadRow, type RowIssue, readRows } from '../../domain/imports/read-rows.ts';
import type { RecordFormat, TreeOfRows } from '../../domain/imports/record-format.ts';
import { OPENING_BALANCE } from '../../domain/ledger/opening-balance.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { defined } from '../../domain/values/defined.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { Issue } from '../../domain/values/refusal.ts';
import { importValueWords } from '../../languages/headings/import-words.ts';
import { type RecordType, recordTypeOf, streamOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import {
  type CellsRow,
  enteringOf,
  kindOf,
  repeatedIssues,
  rowIssues,
  sameDocumentIssues,
  schemaIssues,
  takenIssues,
  withoutNew,
} from './check-records.ts';
import { countedIssues } from './counted-goods.ts';
import { creationIssues, ofCell } from './creations.ts';
import { decided } from './decided.ts';
import { ALL_ROWS, FoundIssues } from './found-issues.ts';
import { type Line, linesOf, partsOf, twiceIssues, withUnits, worthIssues } from './goods-lines.ts';
import { type Names, readNames } from './names.ts';
import { alikeIssues, takenNames, telephoneIssues, uniqueNames } from './names-taken.ts';
import { openedIssues } from './opened-goods.ts';
import { type Chosen, readParameters } from './parameters.ts';
import { type Creation, type InFile, type Resolved, resolve } from './resolve.ts';
import { checkUpdates, type Updates } from './updating/check-updates.ts';
import { type Met, metRecords } from './updating/met-records.ts';
import { leftOutIssues, rowsByName, treeIssues } from './within-file.ts';

export interface Checked extends Pick<Resolved, 'unknown' | 'skipped' | 'undecided' | 'creations'> {
  readonly issues: readonly RowIssue[];
  /** Rows without a problem whose names are known or have a choice. */
  readonly ready: readonly CellsRow[];
  /** For formats of goods: the lines of the ready rows. */
  readonly lines: readonly Line[];
  readonly chosen: Chosen;
  /** Rows that change records; undefined where rows only add them. */
  readonly updates: Updates | undefined;
  /** Rows that meet no record, or several. */
  readonly lost: ReadonlyMap<number, RowIs>;
  readonly names: Names;
}

export interface Checking {
  readonly actor: Actor;
  readonly moment: Date;
  /** Maximum time of waiting for the read models. */
  readonly waitMs: number;
  /** Indexes of rows that are stored already. */
  readonly stored?: ReadonlySet<number>;
}

export async function checkImport(
  commands: Commands,
  format: AnyFormat,
  request: Pick<ImportRequest, 'rows' | 'parameters' | 'choices' | 'seen'>,
  checking: Checking,
): Promise<Checked> {
  const { actor, waitMs, stored = new Set<number>() } = checking;
  const found = new FoundIssues();
  const { chosen, issues } = await readParameters(commands, format, request.parameters, actor);
  found.add(issues);
  const clears = chosen.mode === 'update' || chosen.mode === 'both';
  const { rows: given, issues: unread } = readRows(format, request.rows, { wordsOf: importValueWords, clears });
  const names = await readNames(commands, resourcesOf(format), actor, waitMs);
  const requested = given.filter(({ at }) => !stored.has(at));
  const rowOf = (at: number) => request.rows[at]?.row ?? 0;
  const met = isRecordFormat(format) ? metRecords(chosen, { format, rows: requested, names, rowOf }) : undefined;
  const tree = isRecordFormat(format) ? format.tree : undefined;
  const resolved = resolve(format, requested, request.choices, names, actor, inFile(tree, given));
  const isAsked = ({ at }: { readonly at: number }) => !resolved.skipped.has(at) && !stored.has(at);
  const isLeftAsItIs = ({ at, message }: RowIssue) => message === 'required' && met?.ids.has(at) === true;
  if (met) found.add(met.issues);
  found.add(unread.filter((issue) => isAsked(issue) && !isLeftAsItIs(issue) && !met?.lost.has(issue.at)));
  found.add(resolved.issues.filter(isAsked));
  const rows = resolved.rows.filter(isAsked);
  const seen = request.seen && seenRows(request.rows, request.seen, stored);
  const read = new Map(given.map((row) => [row.at, row]));
  const context = { commands, names, found, checking, chosen, rowOf, met, seen, read };
  const undecided = new Set(resolved.undecided.map(({ at }) => at));
  const isReady = ({ at }: { readonly at: number }) => !found.has(ALL_ROWS) && !found.has(at) && !undecided.has(at);
  const { rows: checkedRows, updates } = isRecordFormat(format)
    ? await checkRecords(context, format, rows, resolved.creations)
    : { rows: await checkGoods(context, format, rows), updates: undefined };
  if (tree) found.add(leftOutIssues(tree, checkedRows, isReady, context.rowOf));
  const ready = checkedRows.filter((row) => isReady(row) && updates?.get(row.at)?.isSame !== true);
  const { unknown, skipped, creations } = resolved;
  return {
    issues: found.list,
    ready,
    lines: isRecordFormat(format) ? [] : linesOf(ready),
    chosen,
    unknown,
    skipped,
    undecided: resolved.undecided.filter(isAsked),
    creations,
    updates,
    lost: met?.lost ?? new Map(),
    names,
  };
}

/** By index; rows that are stored already were compared before. */
function seenRows(rows: ImportRequest['rows'], seen: readonly SeenRow[], stored: ReadonlySet<number>) {
  const places = new Map(rows.map(({ row }, at) => [row, at]));
  const asked = seen.map((row) => [places.get(row.row) ?? ALL_ROWS, row] as const);
  return new Map(asked.filter(([at]) => at !== ALL_ROWS && !stored.has(at)));
}

/** Only the tree column of a format may refer to other rows of the file. */
function inFile(tree: TreeOfRows | undefined, rows: readonly CellsRow[]): InFile {
  if (!tree) return () => undefined;
  const meant = rowsByName(tree, rows);
  return (column, name) => (column === tree.column ? meant(name) : undefined);
}

function resourcesOf(format: AnyFormat): readonly string[] {
  const named = format.columns.flatMap(({ resource }) => resource ?? []);
  return isRecordFormat(format) && format.updating ? [...named, format.resource] : named;
}

interface Context {
  readonly commands: Commands;
  readonly names: Names;
  readonly found: FoundIssues;
  readonly checking: Checking;
  readonly chosen: Chosen;
  readonly met: Met | undefined;
  readonly seen: ReadonlyMap<number, SeenRow> | undefined;
  readonly read: ReadonlyMap<number, ReadRow>;
  rowOf(at: number): number;
}

async function checkRecords(
  context: Context,
  format: RecordFormat,
  all: readonly CellsRow[],
  creations: readonly Creation[],
): Promise<{ readonly rows: readonly CellsRow[]; readonly updates: Updates | undefined }> {
  const { commands, found, checking, chosen, rowOf, met } = context;
  const kind = kindOf(commands, format.kind);
  const rows = all.filter(({ at }) => !met?.ids.has(at) && !met?.lost.has(at));
  const changing = all.filter(({ at }) => met?.ids.has(at) === true);
  found.add(rowIssues(format, rows));
  const names = kind.is === 'record' ? await uniqueNames(commands, kind, format) : [];
  found.add(repeatedIssues(format, [...rows, ...changing], rowOf, names));
  found.add(sameDocumentIssues(format, rows, rowOf));
  const { waitMs } = checking;
  const idOf = (at: number) => met?.ids.get(at);
  if (kind.is === 'record') {
    found.add(await takenNames(commands, kind, { names, rows: [...rows, ...changing], waitMs, idOf }));
  }
  if (names.length === 0 && chosen.same_names !== 'add') {
    found.add(await alikeIssues(commands, format, { rows, waitMs, rowOf }));
  }
  if (kind.is === 'record' && chosen.same_names !== 'add') {
    found.add(await telephoneIssues(commands, kind, format, { rows, waitMs, rowOf }));
  }
  found.add(await takenIssues(commands, format, rows, checking.actor));
  found.add(await creationIssues(commands, creations, checking));
  if (format.tree && kind.is === 'record') {
    found.add(await treeIssues(format.tree, all, levelsOf(commands, kind)));
  }
  const isNew = new Map(creations.map((creation) => [creation.stands, creation]));
  const made = new Set(
    creations.map(({ resource, stands }) => streamOf(recordTypeOf(commands.kinds, resource).kind, stands)),
  );
  await checkNew(context, format, rows, { isNew, made });
  if (!met || kind.is !== 'record') return { rows: all, updates: undefined };
  const known = (cells: CellsRow['cells']) => withoutNew(format, cells, isNew);
  const { seen, read } = context;
  const of = { rows: changing.filter(({ at }) => !found.has(at)), met };
  const { updates, issues } = await checkUpdates(commands, kind, format, of, { ...checking, made, seen, read, known });
  found.add(issues);
  return { rows: all, updates };
}

interface Created {
  readonly isNew: ReadonlyMap<number, Creation>;
  /** Streams of the records that are created first. */
  readonly made: ReadonlySet<string>;
}

async function checkNew(
  { commands, found, checking, chosen }: Context,
  format: RecordFormat,
  rows: readonly CellsRow[],
  { isNew, made }: Created,
): Promise<void> {
  const kind = kindOf(commands, format.kind);
  // A document is checked with the records that are created for it, of which it does not know yet.
  const known = (cells: CellsRow['cells']) => (format.isDocument ? cells : withoutNew(format, cells, isNew));
  const bodies = rows.map(({ cells }) => format.bodyOf(known(cells), chosen));
  const placed = (index: number) => (issue: Issue) => ({
    ...ofCell(issue),
    at: defined(rows[index]).at,
    column: format.columnOf(issue.field),
  });
  const shapes = bodies.map((body) => schemaIssues(kind, body));
  // An outlet that is not chosen is named once, as a parameter.
  const isTold = ({ field }: Issue) => field !== 'outlet_fk' || chosen.outlet !== undefined;
  found.add(shapes.flatMap((issues, index) => issues.filter(isTold).map(placed(index))));
  // A document decides on bodies of its form only, as at its route.
  const asked = [...bodies.keys()].filter((index) => kind.is === 'record' || shapes[index]?.length === 0);
  const requested = asked.map((index) => {
    const body: RecordData = defined(bodies[index]);
    return { body, commands: enteringOf(kind, body) };
  });
  const refused = await decided(commands, kind, requested, { ...checking, made });
  const cellsAt = new Map(rows.map((row) => [row.at, row.cells]));
  const isUnknownYet = ({ at, column, message }: RowIssue) =>
    format.isDocument && message === 'unknown_record' && isNew.has(Number(cellsAt.get(at)?.[column ?? '']));
  const refusedAt = refused.flatMap((issues, place) => issues.map(placed(defined(asked[place]))));
  found.add(refusedAt.filter((issue) => !isUnknownYet(issue)));
}

/** Number of levels from the root down to a record, including itself. */
function levelsOf({ handler }: Pick<Commands, 'handler'>, { kind, dataOf }: RecordType) {
  const levelsTo = async (id: number): Promise<number> => {
    const stream = streamOf(kind, id);
    const state = (await handler.states.read([stream])).get(stream)?.state;
    const { parent_fk } = membersOf(state ? dataOf(state) : {});
    return typeof parent_fk === 'number' ? 1 + (await levelsTo(parent_fk)) : 1;
  };
  return levelsTo;
}

async function checkGoods(
  { commands, names, found, checking, chosen, rowOf }: Context,
  format: GoodsFormat,
  given: readonly CellsRow[],
): Promise<readonly CellsRow[]> {
  const { rows, issues } = withUnits(given, names);
  found.add(issues);
  found.add(twiceIssues(format, rows, rowOf));
  found.add(
    worthIssues(
      format,
      rows.filter(({ at }) => !found.has(at)),
    ),
  );
  if (format.isCount) found.add(await countedIssues(commands, rows));
  if (format.makes === OPENING_BALANCE) found.add(await openedIssues(commands, rows, chosen, checking.waitMs));
  const parts = partsOf(format, linesOf(rows.filter(({ at }) => !found.has(at))), chosen);
  const [first] = parts;
  if (!first) return rows;
  const requested = parts.map(({ kind, body, command }) => {
    // As in the import: goods with a contra account are posted at once.
    const isPosted = kind === OPENING_BALANCE && chosen.against !== undefined;
    return { body, commands: isPosted ? [command, { type: 'finish' }] : [command] };
  });
  const refused = await decided(commands, kindOf(commands, first.kind), requested, checking);
  found.add(refused.flatMap((list, part) => list.map((issue) => lineIssue(issue, parts[part]?.lines ?? []))));
  return rows;
}

/** Maps an issue of a document's line to the row of the line. */
export function lineIssue(issue: Issue, lines: readonly Line[]): RowIssue {
  const { line, column } = placeOf(issue.field);
  return { ...ofCell(issue), at: line === undefined ? ALL_ROWS : (lines[line]?.row ?? ALL_ROWS), column };
}
