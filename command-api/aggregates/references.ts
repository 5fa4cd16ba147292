/** The references to records and documents in a body or a state, with their paths. */

import type { TSchema } from 'typebox';
import { accountOf, recordOf } from '../../domain/chart/chart.ts';
import { listOf, type Members, membersOf } from '../../domain/values/members.ts';

export interface Reference {
  /** `lines.3.item_fk` */
  readonly path: string;
  readonly field: string;
  readonly kind: string;
  readonly id: number;
}

/** Placeholder kind for a field with an account number, which refers to the account's record. */
const ACCOUNT_NUMBER = 'account number';

/** The fields of a body with `x-lookup`, each with the kind of that resource, and the fields with account numbers. */
export function referenceFields(schema: TSchema, kindOfResource: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  visitFields(schema, (field, { 'x-lookup': lookup, 'x-account': isAccount }) => {
    const kind = typeof lookup === 'string' ? kindOfResource.get(lookup) : undefined;
    if (kind && !found.has(field)) found.set(field, kind);
    if (isAccount === true) found.set(field, ACCOUNT_NUMBER);
  });
  return found;
}

/** The fields of a body that name documents which change with this one (`ChangedWith`). */
export function changedFields(schema: TSchema): ReadonlySet<string> {
  const found = new Set<string>();
  visitFields(schema, (field, { 'x-changed-with': isChanged }) => {
    if (isChanged === true) found.add(field);
  });
  return found;
}

/** Visits every schema of a body with the name of its field; lists and alternatives have the name of theirs. */
function visitFields(node: unknown, visit: (field: string, schema: Members) => void, field = ''): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties, items, anyOf, allOf } = membersOf(node);
  visit(field, membersOf(node));
  for (const [name, each] of Object.entries(membersOf(properties))) visitFields(each, visit, name);
  if (items) visitFields(items, visit, field);
  for (const value of [...listOf(anyOf), ...listOf(allOf)]) visitFields(value, visit, field);
}

/** All references in a value, including lists and nested objects; `kindOf` returns the kind of a field. */
export function referencesIn(value: unknown, kindOf: (field: string) => string | undefined): Reference[] {
  const found: Reference[] = [];
  // Joined for references only: most values are none.
  const path: (string | number)[] = [];
  const visit = (entry: unknown, field: string): void => {
    if (typeof entry === 'number') {
      if (!Number.isSafeInteger(entry) || entry <= 0) return;
      const kind = kindOf(field);
      const named = kind === ACCOUNT_NUMBER ? recordOfAccount(entry) : kind && { kind, id: entry };
      if (named) found.push({ path: path.join('.'), field, ...named });
    } else if (Array.isArray(entry)) {
      for (let index = 0; index < entry.length; index += 1) {
        path.push(index);
        visit(entry[index], field);
        path.pop();
      }
    } else if (typeof entry === 'object' && entry !== null) {
      for (const [name, inner] of Object.entries(entry)) {
        path.push(name);
        visit(inner, name);
        path.pop();
      }
    }
  };
  visit(value, '');
  return found;
}

function recordOfAccount(number: number): { readonly kind: string; readonly id: number } | undefined {
  const account = accountOf(number);
  return account && recordOf(account);
}

/** Streams of documents in values like `document: "sale-12"`, as in allocations. */
export function documentsIn(value: unknown): string[] {
  const found: string[] = [];
  const visit = (entry: unknown): void => {
    if (Array.isArray(entry)) for (const item of entry) visit(item);
    else if (typeof entry === 'object' && entry !== null) {
      for (const [name, inner] of Object.entries(entry)) {
        if (name === 'document' && typeof inner === 'string') found.push(inner);
        else visit(inner);
      }
    }
  };
  visit(value);
  return found;
}
