/**
 * The document editor as a pure reducer: every change of a draft is an edit, and every edit can be undone, without a
 * limit. Independent of screens, servers and kinds of documents.
 */
import type { Draft, Fields, Place, TableName, Value } from './draft.ts';
import { isEmpty, placeName, sameValue, valueAt, withLine } from './draft.ts';
import { type Pasted, pasted, type Scanned, scanned } from './taken-lines.ts';

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
  /** `from` is the cell in which it was asked for, and `to` the field of the new line that comes next. */
  | {
      readonly do: 'add_line';
      readonly table: TableName;
      readonly fields: Fields;
      readonly after?: number;
      readonly from?: Place;
      readonly to?: string;
    }
  /** `field` is that of the cell in which it was asked for; `blank` takes the place of the last line. */
  | {
      readonly do: 'remove_line';
      readonly table: TableName;
      readonly key: number;
      readonly field?: string;
      readonly blank?: Fields;
    }
  /** Copies the value of the line above, and the fields `also` that belong to it. */
  | {
      readonly do: 'copy_above';
      readonly table: TableName;
      readonly key: number;
      readonly field: string;
      readonly also?: readonly string[];
    }
  | ({ readonly do: 'paste' } & Pasted)
  | ({ readonly do: 'scan' } & Scanned)
  | { readonly do: 'replace'; readonly draft: Draft }
  /** Another draft, without the history of the one before. */
  | { readonly do: 'begin'; readonly draft: Draft }
  /** A late answer to an earlier step: applied to every draft of the history, also of what was undone, without a step. */
  | { readonly do: 'settle'; readonly settled: (draft: Draft) => Draft }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' };

/** A draft of the history, and where the edit was made that lies between it and the draft that is nearer to the present. */
interface KeptDraft extends Whereabouts {
  readonly draft: Draft;
}

/** Where the cursor was before an edit, and where it belongs after it; undefined for a scan or a merge. */
interface Whereabouts {
  readonly from: Place | undefined;
  readonly to: Place | undefined;
}

export interface Editing {
  readonly draft: Draft;
  /** Oldest first. Drafts share unchanged parts, so that a thousand steps need little memory. */
  readonly past: readonly KeptDraft[];
  readonly future: readonly KeptDraft[];
  /** Key of the next new line; never reused, not even after an undo. */
  readonly nextKey: number;
  /** Name of the place that is being typed into. */
  readonly typing?: string | undefined;
  /** Where the cursor belongs after the last undo or redo. */
  readonly returned?: Place | undefined;
}

export function startEditing(draft: Draft): Editing {
  const highest = Math.max(0, ...[...draft.lines, ...draft.costs].map((line) => line.key));
  return { draft, past: [], future: [], nextKey: highest + 1 };
}

export function edit(state: Editing, change: Edit): Editing {
  if (change.do === 'undo') return undo(state);
  if (change.do === 'redo') return redo(state);
  if (change.do === 'settle') return settle(state, change.settled);
  if (change.do === 'begin') {
    const begun = startEditing(change.draft);
    return { ...begun, nextKey: Math.max(begun.nextKey, state.nextKey) };
  }
  const { draft, nextKey } = changed(state, change);
  const typing = change.do === 'set' && change.typing ? placeName(change.at) : undefined;
  if (draft === state.draft) return state.typing === typing || typing ? state : { ...state, typing };
  if (change.do === 'set' && change.quiet) return { ...settledEverywhere(state, change), draft, nextKey };
  if (change.do === 'set' && state.typing === placeName(change.at)) return typedOn({ ...state, draft, typing }, change);
  const past = [...state.past, { draft: state.draft, ...whereabouts(change, state.nextKey) }];
  return { draft, past, future: [], nextKey, typing };
}

/** Typed back to what was there: nothing is left of the step. */
function typedOn(state: Editing, change: Extract<Edit, { do: 'set' }>): Editing {
  const before = state.past.at(-1)?.draft;
  const isBack = before !== undefined && set(before, change) === before;
  return isBack ? { ...state, draft: before, past: state.past.slice(0, -1), typing: undefined } : state;
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
  return { ...state, past: inAll(state.past, settle), future: inAll(state.future, settle) };
}

/** What was undone meanwhile is done again with its answer. */
function inAll(kept: readonly KeptDraft[], settle: (draft: Draft) => Draft): readonly KeptDraft[] {
  const settled = kept.map((one) => {
    const draft = settle(one.draft);
    return draft === one.draft ? one : { ...one, draft };
  });
  return settled.some((one, index) => one !== kept[index]) ? settled : kept;
}

/** `added` is the key of a new line. */
function whereabouts(change: ForwardEdit, added: number): Whereabouts {
  switch (change.do) {
    case 'set':
      return { from: change.at, to: change.at };
    case 'add_line': {
      const { table, from, to } = change;
      return { from, to: to === undefined ? undefined : { table, key: added, field: to } };
    }
    case 'remove_line':
    case 'copy_above':
    case 'paste': {
      const { table, key, field } = change;
      const at = field === undefined ? undefined : { table, key, field };
      return { from: at, to: at };
    }
    default:
      return { from: undefined, to: undefined };
  }
}

function settle(state: Editing, settled: (draft: Draft) => Draft): Editing {
  const draft = settled(state.draft);
  const [past, future] = [inAll(state.past, settled), inAll(state.future, settled)];
  const isSame = draft === state.draft && past === state.past && future === state.future;
  return isSame ? state : { ...state, draft, past, future };
}

function undo(state: Editing): Editing {
  const last = state.past.at(-1);
  if (!last) return state;
  return {
    ...state,
    draft: last.draft,
    past: state.past.slice(0, -1),
    future: [{ ...last, draft: state.draft }, ...state.future],
    typing: undefined,
    returned: last.from,
  };
}

function redo(state: Editing): Editing {
  const [next, ...future] = state.future;
  if (!next) return state;
  const past = [...state.past, { ...next, draft: state.draft }];
  return { ...state, draft: next.draft, past, future, typing: undefined, returned: next.to };
}

type ForwardEdit = Exclude<Edit, { do: 'undo' | 'redo' | 'settle' | 'begin' }>;
type Step = Pick<Editing, 'draft' | 'nextKey'>;

function changed({ draft, nextKey }: Editing, change: ForwardEdit): Step {
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
      const kept = draft[change.table].filter(({ key }) => key !== change.key);
      if (kept.length === draft[change.table].length) return { draft, nextKey };
      const isLast = kept.length === 0 && change.blank !== undefined;
      const lines = isLast ? [{ key: nextKey, fields: change.blank }] : kept;
      return { draft: { ...draft, [change.table]: lines }, nextKey: isLast ? nextKey + 1 : nextKey };
    }
    case 'copy_above':
      return { draft: copyAbove(draft, change), nextKey };
    case 'paste':
      return pasted(draft, nextKey, change);
    case 'scan':
      return scanned(draft, nextKey, change);
    case 'replace':
      return { draft: change.draft, nextKey: Math.max(nextKey, startEditing(change.draft).nextKey) };
  }
}

/** The draft with a value in a place, and with what it fills; the same draft without a change. */
export function set(draft: Draft, change: Pick<Extract<Edit, { do: 'set' }>, 'at' | 'value' | 'also' | 'keep'>): Draft {
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

function copyAbove(draft: Draft, { table, key, field, also = [] }: Extract<Edit, { do: 'copy_above' }>): Draft {
  const index = draft[table].findIndex((line) => line.key === key);
  const above = draft[table][index - 1];
  if (!above) return draft;
  const copied = Object.fromEntries([field, ...also].map((name) => [name, above.fields[name] ?? null]));
  const value = valueAt(draft, { table, key, field });
  if (sameValue(value, copied[field]) && also.length === 0) return draft;
  return withLine(draft, table, key, (fields) => ({ ...fields, ...copied }));
}
