/**
 * Checks every row and cell of an import without storing anything: each cell, referenced names, rows against each
 * other, existing records, and the refusals of deciders and claims.
 */

import type { Actor } from '../../domain/deciding/facts.ts';
import { type AnyFormat, isRecordFormat } from '../../domain/imports/formats.ts';
import type { GoodsFormat } from '../../domain/imports/goods.ts';
import { placeOf } from '../../domain/imports/goods-documents.ts';
import type { ImportRequest } from '../../domain/imports/import-format.ts';
import { type RowIssue, readRows } from '../../domain/imports/read-rows.ts';
import type { RecordFormat, TreeOfRows } from '../../domain/imports/record-format.ts';
import { OPENING_BALANCE } from '../../domain/ledger/opening-balance.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { defined } from '../../domain/values/defined.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { Issue } from '../../domain/values/refusal.ts';
import { importValueWords } from '../../languages/headings/import-words.ts';
import { type AggregateType, type RecordType, recordTypeOf, streamOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import {
  type CellsRow,
  enteringOf,
  repeatedIssues,
  rowIssues,
  sameDocumentIssues,
  schemaIssues,
  takenIssues,
  withoutNew,
} from './check-records.ts';
import { countedIssues } from './counted-goods.ts';
import { creationBody } from './creations.ts';
import { decided } from './decided.ts';
import { ALL_ROWS, FoundIssues } from './found-issues.ts';
import { type Line, linesOf, partsOf, twiceIssues, withUnits, worthIssues } from './goods-lines.ts';
import { type Names, readNames } from './names.ts';
import { alikeIssues, takenNames, telephoneIssues, uniqueNames } from './names-taken.ts';
import { openedIssues } from './opened-goods.ts';
import { type Chosen, readParameters } from './parameters.ts';
import { type Creation, type InFile, type Resolved, resolve } from './resolve.ts';
import { leftOutIssues, rowsByName, treeIssues } from './within-file.ts';

export interface Checked extends Pick<Resolved, 'unknown' | 'skipped' | 'undecided' | 'creations'> {
  readonly issues: readonly RowIssue[];
  /** Rows without a problem whose names are known or have a choice. */
  readonly ready: readonly CellsRow[];
  /** For formats of goods: the lines of the ready rows. */
  readonly lines: readonly Line[];
  readonly chosen: Chosen;
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
  request: Pick<ImportRequest, 'rows' | 'parameters' | 'choices'>,
  checking: Checking,
): Promise<Checked> {
  const { actor, waitMs, stored = new Set<number>() } = checking;
  const found = new FoundIssues();
  const { chosen, issues } = await readParameters(commands, format, request.parameters, actor);
  found.add(issues);
  const { rows: given, issues: unread } = readRows(format, request.rows, importValueWords);
  const names = await readNames(commands, resourcesOf(format), actor, waitMs);
  const requested = given.filter(({ at }) => !stored.has(at));
  const tree = isRecordFormat(format) ? format.tree : undefined;
  const resolved = resolve(format, requested, request.choices, names, actor, inFile(tree, given));
  const isAsked = ({ at }: { readonly at: number }) => !resolved.skipped.has(at) && !stored.has(at);
  found.add(unread.filter(isAsked));
  found.add(resolved.issues.filter(isAsked));
  const rows = resolved.rows.filter(isAsked);
  const context = { commands, names, found, checking, chosen, rowOf: (at: number) => request.rows[at]?.row ?? 0 };
  const undecided = new Set(resolved.undecided.map(({ at }) => at));
  const isReady = ({ at }: { readonly at: number }) => !found.has(ALL_ROWS) && !found.has(at) && !undecided.has(at);
  const checkedRows = isRecordFormat(format)
    ? await checkRecords(context, format, rows, resolved.creations)
    : await checkGoods(context, format, rows);
  if (tree) found.add(leftOutIssues(tree, checkedRows, isReady, context.rowOf));
  const ready = checkedRows.filter(isReady);
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
  };
}

/** Only the tree column of a format may refer to other rows of the file. */
function inFile(tree: TreeOfRows | undefined, rows: readonly CellsRow[]): InFile {
  if (!tree) return () => undefined;
  const meant = rowsByName(tree, rows);
  return (column, name) => (column === tree.column ? meant(name) : undefined);
}

const resourcesOf = ({ columns }: AnyFormat) => columns.flatMap(({ resource }) => (resource ? [resource] : []));

interface Context {
  readonly commands: Commands;
  readonly names: Names;
  readonly found: FoundIssues;
  readonly checking: Checking;
  readonly chosen: Chosen;
  rowOf(at: number): number;
}

async function checkRecords(
  { commands, found, checking, chosen, rowOf }: Context,
  format: RecordFormat,
  rows: readonly CellsRow[],
  creations: readonly Creation[],
): Promise<readonly CellsRow[]> {
  const kind = kindOf(commands, format.kind);
  found.add(rowIssues(format, rows));
  const names = kind.is === 'record' ? await uniqueNames(commands, kind, format) : [];
  found.add(repeatedIssues(format, rows, rowOf, names));
  found.add(sameDocumentIssues(format, rows, rowOf));
  if (kind.is === 'record') {
    found.add(await takenNames(commands, kind, { names, rows, waitMs: checking.waitMs }));
  }
  if (names.length === 0 && chosen.same_names !== 'add') {
    found.add(await alikeIssues(commands, format, { rows, waitMs: checking.waitMs, rowOf }));
  }
  if (kind.is === 'record' && chosen.same_names !== 'add') {
    found.add(await telephoneIssues(commands, kind, format, { rows, waitMs: checking.waitMs, rowOf }));
  }
  found.add(await takenIssues(commands.pool, format, rows));
  found.add(await creationIssues(commands, creations, checking));
  if (format.tree && kind.is === 'record') {
    found.add(await treeIssues(format.tree, rows, levelsOf(commands, kind)));
  }
  const isNew = new Map(creations.map((creation) => [creation.stands, creation]));
  // A document is checked with the records that are created for it, of which it does not know yet.
  const known = (cells: CellsRow['cells']) => (format.isDocument ? cells : withoutNew(format, cells, isNew));
  const bodies = rows.map(({ cells }) => format.bodyOf(known(cells), chosen));
  const at = (index: number) => defined(rows[index]).at;
  const placed = (index: number) => (issue: Issue) => ({
    ...ofCell(issue),
    at: at(index),
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
  const made = new Set(
    creations.map(({ resource, stands }) => streamOf(recordTypeOf(commands.kinds, resource).kind, stands)),
  );
  const refused = await decided(commands, kind, requested, { ...checking, made });
  const cellsAt = new Map(rows.map((row) => [row.at, row.cells]));
  const isUnknownYet = ({ at, column, message }: RowIssue) =>
    format.isDocument && message === 'unknown_record' && isNew.has(Number(cellsAt.get(at)?.[column ?? '']));
  const refusedAt = refused.flatMap((issues, place) => issues.map(placed(defined(asked[place]))));
  found.add(refusedAt.filter((issue) => !isUnknownYet(issue)));
  return rows;
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

const ofCell = ({ message, params }: Issue): Omit<Issue, 'field'> => ({ message, ...(params ? { params } : {}) });

/** Checks the records to be created for names; issues are reported at every cell with the name. */
async function creationIssues(
  commands: Commands,
  creations: readonly Creation[],
  checking: Checking,
): Promise<readonly RowIssue[]> {
  const isNew = new Set(creations.map(({ stands }) => stands));
  const found = [...Map.groupBy(creations, ({ resource }) => resource)].map(async ([resource, own]) => {
    const kind = recordTypeOf(commands.kinds, resource);
    const requested = own.map((creation) => {
      const data = creationBody(
        kind,
        creation,
        creation.parent === null || isNew.has(creation.parent) ? null : creation.parent,
      );
      return { body: data, commands: [{ type: 'register', data }] };
    });
    const refused = await decided(commands, kind, requested, checking);
    return own.flatMap(({ ats, column }, index) =>
      [...schemaIssues(kind, requested[index]?.body), ...(refused[index] ?? [])].flatMap((issue) =>
        [...ats].map((at) => ({ ...ofCell(issue), at, column })),
      ),
    );
  });
  return (await Promise.all(found)).flat();
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

/** Throws for a kind of documents. */
export function recordKindOf(commands: Pick<Commands, 'kinds'>, name: string): RecordType {
  const kind = kindOf(commands, name);
  if (kind.is !== 'record') throw new RangeError(`${name} is no record`);
  return kind;
}

export function kindOf({ kinds }: Pick<Commands, 'kinds'>, name: string): AggregateType {
  const kind = kinds.get(name);
  if (!kind) throw new RangeError(`no kind ${name}`);
  return kind;
}
