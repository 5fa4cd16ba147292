/**
 * Merges two people's changes of one draft. A field that only one of them changed takes that value; for a field with
 * different changes a person decides. Lines are matched by `line_id`.
 */
import { type Draft, type Fields, isEmpty, type Line, sameValue, type TableName, type Value } from './draft.ts';
import type { EditingStore } from './editing-store.ts';

export interface Conflict {
  /** `date`, or `lines.3.quantity` by position in the merged draft. */
  readonly path: string;
  readonly table?: TableName;
  readonly key?: number;
  readonly field: string;
  readonly mine: Value;
  readonly theirs: Value;
}

export interface Merged {
  /** In conflicts it has my values. */
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
}

/** `base` is the common starting point. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Merged {
  const header = mergeFields(base.header, mine.header, theirs.header);
  const named = [base, mine, theirs].some((draft) => draft.lines.some((line) => !isEmpty(lineId(line))));
  const lines = named
    ? mergeLines('lines', base.lines, mine.lines, theirs.lines)
    : mergeWhole('lines', base.lines, mine.lines, theirs.lines);
  const costs = mergeWhole('costs', base.costs, mine.costs, theirs.costs);
  return {
    draft: { header: header.fields, lines: lines.lines, costs: costs.lines },
    conflicts: [
      ...header.conflicts.map((conflict) => ({ ...conflict, path: conflict.field })),
      ...lines.conflicts,
      ...costs.conflicts,
    ],
  };
}

/** Takes their values for the accepted conflicts. */
export function acceptTheirs(store: EditingStore, draft: Draft, conflicts: readonly Conflict[]): void {
  for (const { table, key, field, theirs: value } of conflicts) {
    if ((field === 'costs' || field === 'lines') && table === undefined) {
      store.edit({ do: 'replace', draft: { ...store.state.draft, [field]: draft[field] } });
    } else {
      store.edit({ do: 'set', at: table && key !== undefined ? { table, key, field } : { field }, value });
    }
  }
}

type FieldConflict = Pick<Conflict, 'field' | 'mine' | 'theirs'>;

function mergeFields(base: Fields, mine: Fields, theirs: Fields): { fields: Fields; conflicts: FieldConflict[] } {
  const fields: Record<string, Value> = { ...mine };
  const conflicts: FieldConflict[] = [];
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, my, their] = [base[field] ?? null, mine[field] ?? null, theirs[field] ?? null];
    if (sameValue(my, their) || sameValue(was, their)) continue;
    if (sameValue(was, my)) fields[field] = their;
    else conflicts.push({ field, mine: my, theirs: their });
  }
  return { fields, conflicts };
}

const lineId = (line: Line): Value | undefined => line.fields['line_id'];

function mergeLines(table: TableName, base: readonly Line[], mine: readonly Line[], theirs: readonly Line[]) {
  const conflicts: Conflict[] = [];
  const byId = (lines: readonly Line[]) =>
    new Map(lines.filter((line) => !isEmpty(lineId(line))).map((line) => [lineId(line), line]));
  const [was, their] = [byId(base), byId(theirs)];
  const merged: Line[] = [];
  for (const line of mine) {
    const id = lineId(line);
    const before = isEmpty(id) ? undefined : was.get(id);
    const other = isEmpty(id) ? undefined : their.get(id);
    if (before && !other && untouched(before, line)) continue;
    // A line that they removed and I changed stays, as a new one; the server may have given its id to other goods.
    if ((before && !other) || (other && areOtherGoods(before, line, other)))
      merged.push({ ...line, fields: { ...line.fields, line_id: null } });
    else if (!other) merged.push(line);
    else {
      const result = mergeFields(before?.fields ?? {}, line.fields, other.fields);
      const path = `${table}.${merged.length}`;
      conflicts.push(
        ...result.conflicts.map((conflict) => ({
          ...conflict,
          table,
          key: line.key,
          path: `${path}.${conflict.field}`,
        })),
      );
      merged.push({ key: line.key, fields: result.fields });
    }
  }
  return { lines: [...merged, ...theirAdditions(was, merged, theirs)], conflicts };
}

const itemOf = (line: Line): Value | undefined => line.fields['item_fk'];

/** True when the id has another item than the line that I changed. */
function areOtherGoods(before: Line | undefined, mine: Line, other: Line): boolean {
  if (sameValue(itemOf(mine), itemOf(other))) return false;
  return !before || !(sameValue(itemOf(before), itemOf(other)) || untouched(before, mine));
}

function untouched(before: Line, now: Line): boolean {
  return Object.keys({ ...before.fields, ...now.fields }).every((field) =>
    sameValue(before.fields[field], now.fields[field]),
  );
}

/** Lines that they added, and lines that they changed while I removed them, stay. */
function theirAdditions(
  was: ReadonlyMap<Value | undefined, Line>,
  merged: readonly Line[],
  theirs: readonly Line[],
): Line[] {
  const known = new Set(merged.map(lineId));
  let key = Math.max(0, ...merged.map((line) => line.key));
  return theirs
    .filter((line) => {
      const before = was.get(lineId(line));
      return !known.has(lineId(line)) && (!before || !untouched(before, line));
    })
    .map((line) => ({ key: ++key, fields: line.fields }));
}

/** Costs, and lines without server ids, cannot be matched: they are merged as one field. */
function mergeWhole(table: TableName, base: readonly Line[], mine: readonly Line[], theirs: readonly Line[]) {
  const facts = (lines: readonly Line[]) => JSON.stringify(lines.map((line) => line.fields));
  if (facts(mine) === facts(theirs) || facts(base) === facts(theirs)) return { lines: mine, conflicts: [] };
  if (facts(base) === facts(mine)) return { lines: theirs, conflicts: [] };
  const conflict: Conflict = {
    path: table,
    field: table,
    mine: String(mine.length),
    theirs: String(theirs.length),
  };
  return { lines: mine, conflicts: [conflict] };
}
