/**
 * The document editor as a pure reducer: every change of a draft is an edit, and every edit can be undone, without a
 * limit. Independent of screens, servers and kinds of documents.
 */
import { defined } from '../../../../domain/kernel/defined.ts';
import {
  printQuantity,
  QUANTITY_ONE,
  type Quantity,
  readQuantity,
  toQuantity,
} from '../../../../domain/kernel/quantity.ts';
import type { Draft, Fields, Line, Place, TableName, Value } from './draft.ts';
import { isEmpty, placeName, sameValue, valueAt } from './draft.ts';

export type Edit =
  /** `also` fills further fields of the same line or header; with `keep` only empty ones. */
  | {
      readonly do: 'set';
      readonly at: Place;
      readonly value: Value;
      readonly also?: Fields;
      readonly keep?: boolean;
      readonly quiet?: boolean;
      /** All keys of one typed value form one step. */
      readonly typing?: boolean;
    }
  | { readonly do: 'add_line'; readonly table: TableName; readonly fields: Fields; readonly after?: number }
  | { readonly do: 'remove_line'; readonly table: TableName; readonly key: number }
  /** Copies the value of the line above, and the fields `also` that belong to it. */
  | {
      readonly do: 'copy_above';
      readonly table: TableName;
      readonly key: number;
      readonly field: string;
      readonly also?: readonly string[];
    }
  /** Rows overwrite the lines from `key` on; further rows add lines, which start as `blank`. */
  | {
      readonly do: 'paste';
      readonly table: TableName;
      readonly key: number;
      readonly rows: readonly Fields[];
      readonly blank: Fields;
    }
  /** Adds the count, or one, to the line of the same item and unit; otherwise fills an empty line, or adds one. */
  | { readonly do: 'scan'; readonly item: Fields; readonly sameBy: readonly string[]; readonly count?: Quantity }
  | { readonly do: 'replace'; readonly draft: Draft }
  /** A late answer to an earlier step: applied to every draft of the history, without a separate step. */
  | { readonly do: 'settle'; readonly settled: (draft: Draft) => Draft }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' };

export interface Editing {
  readonly draft: Draft;
  /** Oldest first. Drafts share unchanged parts, so that a thousand steps need little memory. */
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  /** Key of the next new line; never reused, not even after an undo. */
  readonly nextKey: number;
  /** Name of the place that is being typed into. */
  readonly typing?: string | undefined;
}

export function startEditing(draft: Draft): Editing {
  const highest = Math.max(0, ...[...draft.lines, ...draft.costs].map((line) => line.key));
  return { draft, past: [], future: [], nextKey: highest + 1 };
}

export function edit(state: Editing, change: Edit): Editing {
  if (change.do === 'undo') return undo(state);
  if (change.do === 'redo') return redo(state);
  if (change.do === 'settle') return settle(state, change.settled);
  const { draft, nextKey } = changed(state, change);
  const typing = change.do === 'set' && change.typing ? placeName(change.at) : undefined;
  if (draft === state.draft) return state.typing === typing || typing ? state : { ...state, typing };
  if (change.do === 'set' && change.quiet) return { ...settledEverywhere(state, change), draft, nextKey };
  if (change.do === 'set' && state.typing === placeName(change.at)) return { ...state, draft, nextKey, typing };
  return { draft, past: [...state.past, state.draft], future: [], nextKey, typing };
}

/**
 * A late answer to an earlier step (a typed item, its price) is applied to every draft that contains the step.
 * Otherwise an undo would restore a line without its price.
 */
function settledEverywhere(state: Editing, change: Extract<Edit, { do: 'set' }>): Editing {
  const requested = valueAt(state.draft, change.at);
  const settle = (draft: Draft): Draft => {
    const value = valueAt(draft, change.at);
    return value !== undefined && sameValue(value, requested) ? set(draft, change) : draft;
  };
  return { ...state, past: state.past.map(settle), future: state.future.map(settle) };
}

function settle(state: Editing, settled: (draft: Draft) => Draft): Editing {
  const draft = settled(state.draft);
  if (draft === state.draft) return state;
  return { ...state, draft, past: state.past.map(settled), future: state.future.map(settled) };
}

function undo(state: Editing): Editing {
  const previous = state.past.at(-1);
  if (!previous) return state;
  return {
    ...state,
    draft: previous,
    past: state.past.slice(0, -1),
    future: [state.draft, ...state.future],
    typing: undefined,
  };
}

function redo(state: Editing): Editing {
  const [next, ...future] = state.future;
  return next ? { ...state, draft: next, past: [...state.past, state.draft], future, typing: undefined } : state;
}

type Step = Pick<Editing, 'draft' | 'nextKey'>;

function changed({ draft, nextKey }: Editing, change: Exclude<Edit, { do: 'undo' | 'redo' | 'settle' }>): Step {
  switch (change.do) {
    case 'set':
      return { draft: set(draft, change), nextKey };
    case 'add_line': {
      const line = { key: nextKey, fields: change.fields };
      const at = change.after === undefined ? -1 : draft[change.table].findIndex(({ key }) => key === change.after);
      const lines = at < 0 ? [...draft[change.table], line] : draft[change.table].toSpliced(at + 1, 0, line);
      return { draft: { ...draft, [change.table]: lines }, nextKey: nextKey + 1 };
    }
    case 'remove_line': {
      const lines = draft[change.table].filter(({ key }) => key !== change.key);
      return {
        draft: lines.length === draft[change.table].length ? draft : { ...draft, [change.table]: lines },
        nextKey,
      };
    }
    case 'copy_above':
      return { draft: copyAbove(draft, change), nextKey };
    case 'paste':
      return paste(draft, nextKey, change);
    case 'scan':
      return scan(draft, nextKey, change);
    case 'replace':
      return { draft: change.draft, nextKey: Math.max(nextKey, startEditing(change.draft).nextKey) };
  }
}

function set(draft: Draft, change: Extract<Edit, { do: 'set' }>): Draft {
  const { at, value, also = {}, keep } = change;
  const fill = (fields: Fields): Fields => {
    const extra = Object.entries(also).filter(([field]) => !keep || isEmpty(fields[field]));
    const next = { ...fields, [at.field]: value, ...Object.fromEntries(extra) };
    const same = Object.keys(next).every((field) => sameValue(fields[field], next[field]));
    return same ? fields : next;
  };
  if (at.table === undefined) {
    const header = fill(draft.header);
    return header === draft.header ? draft : { ...draft, header };
  }
  return withLine(draft, at.table, at.key, fill);
}

/** The draft with changed fields in one line; the same draft without a change. */
function withLine(draft: Draft, table: TableName, key: number, change: (fields: Fields) => Fields): Draft {
  const index = draft[table].findIndex((line) => line.key === key);
  const line = draft[table][index];
  if (!line) return draft;
  const fields = change(line.fields);
  return fields === line.fields ? draft : { ...draft, [table]: draft[table].with(index, { key, fields }) };
}

function copyAbove(draft: Draft, { table, key, field, also = [] }: Extract<Edit, { do: 'copy_above' }>): Draft {
  const index = draft[table].findIndex((line) => line.key === key);
  const above = draft[table][index - 1];
  if (!above) return draft;
  const copied = Object.fromEntries([field, ...also].map((name) => [name, above.fields[name] ?? null]));
  const value = valueAt(draft, { table, key, field });
  if (sameValue(value, copied[field]) && also.length === 0) return draft;
  return withLine(draft, table, key, (fields) => ({ ...fields, ...copied }));
}

function paste(draft: Draft, nextKey: number, { table, key, rows, blank }: Extract<Edit, { do: 'paste' }>): Step {
  if (rows.length === 0) return { draft, nextKey };
  const start = draft[table].findIndex((line) => line.key === key);
  const from = start < 0 ? draft[table].length : start;
  const lines = [...draft[table]];
  let next = nextKey;
  rows.forEach((row, offset) => {
    const existing = lines[from + offset];
    if (existing) lines[from + offset] = { key: existing.key, fields: { ...existing.fields, ...row } };
    else lines.push({ key: next++, fields: { ...blank, ...row } });
  });
  return { draft: { ...draft, [table]: lines }, nextKey: next };
}

function scan(
  draft: Draft,
  nextKey: number,
  { item, sameBy, count = QUANTITY_ONE }: Extract<Edit, { do: 'scan' }>,
): Step {
  const first = defined(sameBy[0]);
  const same = draft.lines.find(({ fields }) => sameBy.every((field) => sameValue(fields[field], item[field])));
  if (same) return { draft: withLine(draft, 'lines', same.key, (fields) => more(fields, count)), nextKey };
  const empty = draft.lines.find(({ fields }) => isEmpty(fields[first]));
  if (empty) return { draft: withLine(draft, 'lines', empty.key, (fields) => ({ ...fields, ...item })), nextKey };
  const line: Line = { key: nextKey, fields: item };
  return { draft: { ...draft, lines: [...draft.lines, line] }, nextKey: nextKey + 1 };
}

function more(fields: Fields, count: Quantity): Fields {
  const text = fields['quantity'];
  const quantity = typeof text === 'string' ? readQuantity(text) : undefined;
  return { ...fields, quantity: printQuantity(toQuantity((quantity ?? 0n) + count)) };
}
