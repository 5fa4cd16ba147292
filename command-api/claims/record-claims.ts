/**
 * The claims of a record's command: its unique names, the records that it refers to, its presence, and its declared
 * claims.
 */

import type { Claim } from '../../domain/deciding/claim.ts';
import type { NormalForm } from '../../domain/records/normal-fields.ts';
import { type RecordData, type RecordState, recordStateOf } from '../../domain/records/record.ts';
import { foldName } from '../../domain/values/fold-name.ts';
import { membersOf } from '../../domain/values/members.ts';
import { type AggregateRegistry, type RecordType, streamOf } from '../aggregates/aggregate-types.ts';
import { referencesIn } from '../aggregates/references.ts';
import type { Change } from './document-claims.ts';

export function recordClaims(kinds: AggregateRegistry, kind: RecordType, { stream, before, after }: Change): Claim[] {
  const was = recordStateOf(before);
  const is = recordStateOf(after);
  return [
    ...uniqueClaims(kind, stream, was, is),
    ...claimsOfUse(kinds, kind, was, is),
    ...presence(stream, was, is),
    ...ownClaims(kind, stream, was, is),
  ];
}

function presence(stream: string, was: RecordState, is: RecordState): Claim[] {
  if (was.status === is.status) return [];
  return [{ kind: 'record', record: stream, action: is.status === 'active' ? 'register' : 'retire', field: '' }];
}

/** Declared claims depend on the record's data and presence only, so they are calculated only when these change. */
function ownClaims({ declaration }: RecordType, stream: string, was: RecordState, is: RecordState): readonly Claim[] {
  if (is.status === 'none') return [];
  if (was.status !== 'none' && was.status !== is.status) {
    return declaration.presenceClaims?.(is.data, is.status === 'active' ? 'restore' : 'retire') ?? [];
  }
  const previous = was.status === 'none' ? undefined : was.data;
  return previous === is.data ? [] : (declaration.claims?.(is.data, previous, stream) ?? []);
}

function uniqueClaims({ declaration }: RecordType, stream: string, was: RecordState, is: RecordState): Claim[] {
  const claims: Claim[] = [];
  for (const field of declaration.unique) {
    const form = declaration.keys?.[field] ?? declaration.normalise?.[field];
    const held = was.status === 'active' ? valuesAt(was.data, field, form) : new Map<string, string>();
    const wanted = is.status === 'active' ? valuesAt(is.data, field, form) : new Map<string, string>();
    const common = { kind: 'unique', set: `${declaration.kind}.${field}`, owner: stream } as const;
    for (const [key, path] of held) {
      if (!wanted.has(key)) claims.push({ ...common, key, action: 'release', field: path });
    }
    for (const [key, path] of wanted) {
      if (!held.has(key)) claims.push({ ...common, key, action: 'take', field: path });
    }
  }
  return claims;
}

/**
 * Folded values of a dotted field, through lists, each with its path; empty values are left out. `form` also covers
 * records that were stored before it was declared.
 */
function valuesAt(data: RecordData, field: string, form: NormalForm = (typed) => typed): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, rest: readonly string[], path: string): void => {
    if (Array.isArray(value)) {
      for (const [index, each] of value.entries()) visit(each, rest, `${path}.${index}`);
    } else if (rest.length > 0) {
      const [name = '', ...more] = rest;
      visit(membersOf(value)[name], more, path === '' ? name : `${path}.${name}`);
    } else if (typeof value === 'string') {
      const key = foldName(form(value));
      if (key !== '' && !found.has(key)) found.set(key, path);
    }
  };
  visit(data, field.split('.'), '');
  return found;
}

function claimsOfUse(kinds: AggregateRegistry, kind: RecordType, was: RecordState, is: RecordState): Claim[] {
  if (is.status !== 'active') return [];
  const named = (state: RecordState) => referencesIn(kind.dataOf(state), kind.referenced);
  const already = new Set(
    was.status === 'active' ? named(was).map((reference) => streamOf(reference.kind, reference.id)) : [],
  );
  const claims = new Map<string, Claim>();
  for (const reference of named(is)) {
    const record = streamOf(reference.kind, reference.id);
    if (kinds.get(reference.kind)?.is !== 'record' || already.has(record) || claims.has(record)) continue;
    claims.set(record, { kind: 'use', record, field: reference.path });
  }
  return [...claims.values()];
}
