/**
 * The changes of an event, field by field: the difference of the state before and after it. Lines are matched by
 * `line_id`, units and inventories of an item by their unit and inventory, other list members by their index.
 */

import { besideFields, fieldsOf, type Holder } from '../../domain/documents/document-fields.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { Row } from '../lists/names.ts';

export interface Change {
  /** `lines.3.quantity`: the quantity of the line with the `line_id` 3. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Keys that identify members of a list; the first one that all members have is used. */
const KEYS = ['line_id', 'unit_fk', 'allocation_id', 'document', 'position', 'inventory_fk'];

export function changesBetween(before: unknown, after: unknown): Change[] {
  const [old, now] = [flat(before), flat(after)];
  const fields = new Set([...old.keys(), ...now.keys()]);
  return [...fields].flatMap((field) => {
    const [was, is] = [old.get(field) ?? null, now.get(field) ?? null];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }];
  });
}

/** Every scalar value and every list of scalars, by its path. */
function flat(value: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (entry: unknown, path: string): void => {
    if (Array.isArray(entry) && entry.some(isObject)) {
      const key = KEYS.find((name) => entry.every((member) => isObject(member) && name in member));
      for (const [index, member] of entry.entries()) {
        visit(member, join(path, key ? String(membersOf(member)[key]) : String(index + 1)));
      }
    } else if (isObject(entry)) {
      for (const [name, inner] of Object.entries(entry)) visit(inner, join(path, name));
    } else {
      found.set(path, typeof entry === 'bigint' ? String(entry) : entry);
    }
  };
  visit(value, '');
  return found;
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

type State = { readonly status: string };

/** A document's state with the document's own fields at the top level: `sale.lines` becomes `lines`. */
export const flattenDocument = (declaration: Holder, state: State): Row => ({
  ...besideFields(declaration, state),
  ...fieldsOf(declaration, state),
});

/** A record's fields; users keep their own `status`. */
export function flattenRecord(state: State): Row {
  return { ...membersOf(membersOf(state)['data']), is_retired: state.status === 'retired' };
}
