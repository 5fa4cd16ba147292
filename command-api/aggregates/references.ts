/** The references to records and documents in a body or a state, with their paths. */

import type { TSchema } from 'typebox';
import { accountOf, recordOf } from '../../domain/chart/chart.ts';
import { listOf, membersOf } from '../../domain/values/members.ts';

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
  const visit = (node: unknown, field: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { 'x-lookup': lookup, properties, items, anyOf, allOf } = membersOf(node);
    if (typeof lookup === 'string') {
      const kind = kindOfResource.get(lookup);
      if (kind && !found.has(field)) found.set(field, kind);
    }
    if (membersOf(node)['x-account'] === true) found.set(field, ACCOUNT_NUMBER);
    for (const [name, each] of Object.entries(membersOf(properties))) visit(each, name);
    if (items) visit(items, field);
    for (const value of [...listOf(anyOf), ...listOf(allOf)]) visit(value, field);
  };
  visit(schema, '');
  return found;
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
