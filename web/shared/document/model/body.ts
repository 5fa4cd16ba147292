/**
 * Converts a draft to the API's body, and an answer to a draft. Lines without an item are not sent, so positions in the
 * body differ from positions on the screen: `keys` maps them.
 */

import { objectsOf, textsOf } from '../../../../domain/values/members.ts';
import { fieldValue, tableOf } from '../value-of.ts';
import { type EditorDeclaration, type FieldDeclaration, isRequired, isShown } from './declaration.ts';
import {
  type Draft,
  type Fields,
  isEmpty,
  isUnread,
  type Line,
  placeName,
  sameValue,
  type TableName,
  type Value,
} from './draft.ts';
import { batchesValue, unpackBatches } from './goods/batches.ts';

/** Ids that the server assigned to new lines, by key. */
export interface Identities {
  readonly lines: ReadonlyMap<number, number>;
  readonly costs: ReadonlyMap<number, number>;
}

export const NO_IDENTITIES: Identities = { lines: new Map(), costs: new Map() };
export const NO_KEYS: Outgoing['keys'] = { lines: [], costs: [] };

export interface Outgoing {
  readonly body: Readonly<Record<string, unknown>>;
  /** The body before the declaration's own conversion. */
  readonly plain: Readonly<Record<string, unknown>>;
  /** Keys of the lines in the order of the body. */
  readonly keys: Readonly<Record<TableName, readonly number[]>>;
  /** Errors found before sending: message keys by place name. */
  readonly problems: ReadonlyMap<string, string>;
}

export function toBody(declaration: EditorDeclaration, draft: Draft, identities: Identities): Outgoing {
  const problems = new Map<string, string>();
  const { header } = draft;
  const fields = [...declaration.header, ...declaration.details];
  const body: Record<string, unknown> = outgoingFields(fields, header, header, (field, problem) =>
    problems.set(field, problem),
  );
  for (const field of declaration.carried?.header ?? []) body[field] = header[field] ?? null;
  const lines = declaration.columns.length === 0 ? [] : usedLines(declaration, draft.lines);
  if (declaration.columns.length > 0)
    body['lines'] = lines.map((line) => ({
      ...outgoingLine(declaration.columns, line, draft, 'lines', declaration.identity.lines, identities, problems),
      ...carriedOf(declaration.carried?.lines, line),
    }));
  const { costs } = declaration;
  const draftCosts = draft.costs.filter((line) => isTyped(line.fields, declaration.blankCost?.(header) ?? {}));
  const identity = declaration.identity.costs;
  if (costs) {
    body['costs'] = draftCosts.map((line) => ({
      ...carriedOf(declaration.carried?.costs, line),
      ...outgoingLine(costs, line, draft, 'costs', identity, identities, problems),
    }));
  }
  const sent = declaration.wire?.send(body) ?? body;
  return {
    body: sent,
    plain: body,
    keys: { lines: lines.map(({ key }) => key), costs: draftCosts.map(({ key }) => key) },
    problems,
  };
}

const carriedOf = (fields: readonly string[] | undefined, line: Line) =>
  Object.fromEntries((fields ?? []).map((field) => [field, line.fields[field] ?? null]));

/** A cost counts when a field differs from its initial value. */
function isTyped(line: Fields, blank: Fields): boolean {
  return Object.entries(line).some(([field, value]) => !sameValue(value, blank[field]));
}

/** The lines to send, without the empty last row. */
export function usedLines({ isUsed = hasItem }: EditorDeclaration, lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ fields }) => isUsed(fields));
}

/** A line counts when it has an item. */
function hasItem(line: Fields): boolean {
  return !isEmpty(line['item_fk']);
}

function outgoingLine(
  columns: readonly FieldDeclaration[],
  line: Line,
  draft: Draft,
  table: TableName,
  identity: string | undefined,
  identities: Identities,
  problems: Map<string, string>,
): Record<string, unknown> {
  const see = (field: string, problem: string) => problems.set(placeName({ table, key: line.key, field }), problem);
  const fields = outgoingFields(columns, draft.header, line.fields, see);
  if (identity === undefined) return fields;
  const number = line.fields[identity] ?? identities[table].get(line.key);
  return isEmpty(number) ? fields : { [identity]: number, ...fields };
}

function outgoingFields(
  declared: readonly (FieldDeclaration & { readonly computed?: boolean; readonly fixed?: boolean })[],
  header: Fields,
  line: Fields,
  see: (field: string, problem: string) => void,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const field of declared) {
    if (field.computed || field.fixed || field.derived) continue;
    const value = isShown(field, header, line) ? (line[field.field] ?? null) : null;
    if (isUnread(value)) see(field.field, value.problem);
    else if (isEmpty(value) && isShown(field, header, line) && isRequired(field, header, line)) {
      see(field.field, 'document:problems.required');
    }
    const known = isUnread(value) || value === '' ? null : value;
    sent[field.field] = field.kind === 'batches' ? unpackBatches(known) : known;
  }
  return sent;
}

/** The API's data of a document besides its fields. */
export interface ServerDocument {
  readonly id: number;
  readonly revision: number;
  readonly status: string;
  readonly number: string | null;
  readonly possible: readonly string[];
  readonly draft: Draft;
  /** The unchanged answer. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Never sent: the money of another currency, of which the server says how much it is. */
const MONEY = ['paid_currency_fk', 'paid_amount'];

export function readDocument(
  declaration: EditorDeclaration,
  answer: Readonly<Record<string, unknown>>,
): ServerDocument {
  const data = declaration.wire?.read(answer) ?? answer;
  // The screen compares the currency with the system currency, which is never sent.
  const header: Record<string, Value> = { system_currency_fk: (data['system_currency_fk'] ?? null) as Value };
  for (const field of MONEY) {
    if (data[field] !== undefined) header[field] = fieldValue(data[field]);
  }
  for (const { field } of [...declaration.header, ...declaration.details])
    header[field] = (data[field] ?? null) as Value;
  for (const field of declaration.carried?.header ?? []) header[field] = (data[field] ?? null) as Value;
  let key = 0;
  const linesOf = (
    rows: unknown,
    columns: readonly FieldDeclaration[],
    identity: string | undefined,
    carried: readonly string[] = [],
  ): Line[] =>
    objectsOf(rows).map((row) => {
      const names = [...columns.map(({ field }) => field), ...(identity ? [identity] : []), ...carried];
      const kept = names.flatMap((name) =>
        name === 'batches' || row[name] === undefined ? [] : [[name, row[name] as Value] as const],
      );
      if (names.includes('batches')) kept.push(['batches', batchesValue(answer, row)]);
      key += 1;
      return { key, fields: Object.fromEntries(kept) };
    });
  const { lines: carried = [], given = [] } = declaration.carried ?? {};
  const lines = linesOf(data['lines'], declaration.columns, declaration.identity.lines, [...carried, ...given]);
  const { costs: columns, identity } = declaration;
  const ofCosts = [...(declaration.carried?.costs ?? []), ...MONEY];
  const costs = columns ? linesOf(data['costs'], columns, identity.costs, ofCosts) : [];
  return {
    id: Number(data['id']),
    revision: Number(data['revision']),
    status: String(data['status'] ?? 'draft'),
    number: typeof data['number'] === 'string' ? data['number'] : null,
    possible: textsOf(data['possible']),
    draft: { header, lines, costs },
    data: answer,
  };
}

/** The ids of the lines just sent, from the answer in the same order. */
export function identitiesAfter(
  declaration: EditorDeclaration,
  before: Identities,
  keys: Outgoing['keys'],
  saved: Draft,
): Identities {
  const follow = (table: TableName, identity: string | undefined) => {
    const found = new Map(before[table]);
    if (identity === undefined) return found;
    keys[table].forEach((key, index) => {
      const number = saved[table][index]?.fields[identity];
      if (typeof number === 'number') found.set(key, number);
    });
    return found;
  };
  return { lines: follow('lines', declaration.identity.lines), costs: follow('costs', declaration.identity.costs) };
}

/** The lines as the server has stored them, by key of the draft's lines. */
export function storedLines(
  declaration: EditorDeclaration,
  draft: Draft,
  identities: Identities,
  server: ServerDocument | undefined,
): ReadonlyMap<number, Fields> {
  const name = declaration.identity.lines;
  const byId = new Map((server?.draft.lines ?? []).map(({ fields }) => [fields[name], fields]));
  return new Map(
    draft.lines.flatMap(({ key, fields }) => {
      const id = fields[name] ?? identities.lines.get(key);
      const stored = isEmpty(id) ? undefined : byId.get(id);
      return stored ? [[key, stored] as const] : [];
    }),
  );
}

/** The draft with line ids, for merging. */
export function identified(declaration: EditorDeclaration, draft: Draft, identities: Identities): Draft {
  const name = declaration.identity.lines;
  const lines = draft.lines.map((line) => {
    const number = line.fields[name] ?? identities.lines.get(line.key);
    return isEmpty(number) || line.fields[name] === number
      ? line
      : { ...line, fields: { ...line.fields, [name]: number ?? null } };
  });
  return { ...draft, lines };
}

/**
 * Errors of the server (`lines.3.quantity`) by place name; errors without a field keep their path. `shown` is the path on
 * the screen, if it is another one.
 */
export function placeProblems(
  errors: Readonly<Record<string, readonly string[]>>,
  keys: Outgoing['keys'],
  shown: (path: string) => string | undefined = () => undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [sent, sentences] of Object.entries(errors)) {
    const path = shown(sent) ?? sent;
    const match = /^(lines|costs)\.(\d+)(?:\.(.+))?$/.exec(path);
    const table = tableOf(match?.[1]);
    const key = table && keys[table][Number(match?.[2])];
    // `discount.value` is shown at the field `discount`.
    const field = (match ? (match[3] ?? 'item_fk') : path).replace(/\..*/s, '');
    const name = table && key !== undefined ? placeName({ table, key, field }) : field;
    const sentence = sentences[0];
    if (sentence !== undefined && !found.has(name)) found.set(name, sentence);
  }
  return found;
}
