/** Makes refusals readable: numbers of documents instead of streams, and entered texts instead of folded ones. */

import { namesAs } from '../../domain/records/record-name.ts';
import { DRAWER } from '../../domain/till/drawer.ts';
import { membersOf } from '../../domain/values/members.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import type { AggregateRepository } from '../aggregates/aggregate-repository.ts';
import { type AggregateRegistry, readStream, streamOf, titleOf } from '../aggregates/aggregate-types.ts';

interface Named {
  readonly kinds: AggregateRegistry;
  readonly states: Awaited<ReturnType<AggregateRepository['read']>>;
  /** Body of the request. */
  readonly body: unknown;
}

/** Returns the same refusal with names; the streams it contains are read in one round trip. */
export async function named(
  refusal: Refusal,
  states: AggregateRepository,
  kinds: AggregateRegistry,
  body: unknown,
): Promise<Refusal> {
  const streams = refusal.issues.flatMap((issue) => streamsOf(issue, kinds));
  const isTaken = refusal.issues.some(({ message }) => message === 'already_taken');
  if (streams.length === 0 && !isTaken) return refusal;
  const found = { kinds, states: await states.read(streams), body };
  return new Refusal(
    refusal.code,
    refusal.issues.map((issue) => namedIssue(issue, found)),
    refusal.details,
  );
}

function streamsOf({ field, message, params }: Issue, kinds: AggregateRegistry): string[] {
  const document = params?.['document'];
  const taken = message === 'already_taken' ? takenBy(params ?? {}, field, kinds) : undefined;
  return [document, taken?.owner, taken?.subject].filter((value) => value !== undefined);
}

function namedIssue(issue: Issue, found: Named): Issue {
  const { field, message, params = {} } = issue;
  if (message === 'already_taken') return takenIssue(issue, params, found);
  const { document } = params;
  if (document === undefined) return issue;
  return { field, message, params: { ...params, ...titleAs('document', document, found) } };
}

interface Taken {
  /** The stream that holds the value. */
  readonly owner: string;
  /** The record or document that is held; undefined when the value refers to none. */
  readonly subject?: string;
}

/** The value that a document holds: a drawer holds its cashier, a purchase its asset. Records hold their names. */
function takenBy({ owner = '', key = '' }: Readonly<Record<string, string>>, field: string, kinds: AggregateRegistry) {
  const holder = kinds.get(readStream(owner)?.kind ?? '');
  if (holder?.is !== 'document') return undefined;
  const kind = holder.referenced(field.split('.').at(-1) ?? '');
  const id = /^\d+/.exec(key)?.[0];
  const taken: Taken = { owner, ...(kind && id ? { subject: streamOf(kind, Number(id)) } : {}) };
  return taken;
}

function takenIssue(issue: Issue, params: Readonly<Record<string, string>>, found: Named): Issue {
  const { field } = issue;
  const taken = takenBy(params, field, found.kinds);
  if (!taken) {
    const typed = valueAt(found.body, field);
    return typeof typed === 'string' ? { ...issue, params: { ...params, key: typed.trim() } } : issue;
  }
  const { owner, subject } = taken;
  const document = titleAs('document', owner, found);
  if (subject === undefined) return { field, message: 'taken_by_document', params: document };
  if (field === 'user_fk' && readStream(owner)?.kind === DRAWER) {
    return { field, message: 'cashier_has_drawer', params: { ...titleAs('name', subject, found), ...document } };
  }
  return { field, message: 'taken_by_document', params: { ...titleAs('field', subject, found), ...document } };
}

/** The number of a document, or the names of a record, as parameters of a message; the stream when it has none. */
function titleAs(param: string, stream: string, { kinds, states }: Named): Readonly<Record<string, string>> {
  const kind = kinds.get(readStream(stream)?.kind ?? '');
  const folded = states.get(stream);
  const title = (kind && folded && titleOf(kind, folded.state, 'en')) ?? stream;
  if (kind?.is !== 'record' || !folded) return { [param]: title };
  return { ...namesAs(param, kind.declaration, kind.dataOf(folded.state)), [param]: title };
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => membersOf(value)[name], body);
}
