/** A batch of entries of one device, in the order of its sequence: each is stored or refused individually. */

import { ENTRY_CONTENTS, EntryEnvelope } from '../../domain/till/device-entry.schema.ts';
import type { BrokenRule, ChainedEntry, EntryAnswer } from '../../domain/till/device-entry.ts';
import type { MarkedEntry } from '../../domain/till/entry-moment.ts';
import { cleanedTexts } from '../../domain/values/cleaned-texts.ts';
import { defined } from '../../domain/values/defined.ts';
import type { Language } from '../../domain/values/language.ts';
import { isObject, isOneOf, keysOf, membersOf } from '../../domain/values/members.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import { BatchTooLarge } from '../../event-store/port.ts';
import { sentence } from '../http/language.ts';
import { Invalid, validatorOf } from '../http/validation.ts';
import { brokenBefore, checkOrigin, leapingEntries, momentIssues, storedHashes } from './entry-checks.ts';
import { chainEndsIn, momentsOf } from './entry-moments.ts';
import { withoutSignIn } from './offline-hours.ts';
import { type Receiving, receiveEntry } from './receive-entry.ts';
import { lastSequence } from './stored-entries.ts';

/** Number of receipts stored concurrently: their appends share commits. */
const AT_ONCE = 8;

interface Given {
  readonly uuid: string;
  /** Undefined for a malformed entry. */
  readonly entry: ChainedEntry | undefined;
  readonly issues: readonly Issue[];
}

export interface ReceivedBatch {
  readonly answers: readonly EntryAnswer[];
  /** Position of the last event that holds one of the entries; null when all of them are refused. */
  readonly position: string | null;
}

export async function receiveBatch(
  bodies: readonly unknown[],
  receiving: Receiving,
  language: Language,
): Promise<ReceivedBatch> {
  const given = bodies.map(readEntry);
  const sorted = given.flatMap(({ entry }) => entry ?? []).sort((a, b) => a.sequence - b.sequence);
  const { device, routes, chains = chainEndsIn(routes.commands.pool) } = receiving;
  const { sequence: ended } = await chains.of(device.enrolment);
  const last = ended ?? (await lastSequence(routes.commands.pool, device.enrolment));
  const leaping = leapingEntries(sorted, device, last);
  const entries = sorted.filter((entry) => !leaping.has(entry));
  const stored = await storedHashes(routes.commands.store, device.enrolment, entries);
  const isStored = ({ sequence, hash }: ChainedEntry) => stored.get(sequence) === hash;
  const moments = await momentsOf(entries, device, { ...routes.commands, chains }, { now: receiving.now, isStored });
  const momentOf = (entry: ChainedEntry) => defined(moments.get(entry), 'the moment of an entry');
  const unproved = await withoutSignIn(entries, device, routes, {
    now: receiving.now,
    atMs: (entry) => momentOf(entry).atMs,
  });
  const sent = new Map(entries.map((entry) => [entry.sequence, entry]));
  const answers = new Map<ChainedEntry, EntryAnswer>();
  const positions: bigint[] = [];
  for (const entry of leaping) {
    answers.set(entry, refused(entry.uuid, [{ field: 'sequence', message: 'sequence_leaps' }], language));
  }
  const before = (sequence: number) => {
    const previous = sent.get(sequence - 1);
    const isRefused = previous !== undefined && answers.get(previous)?.state === 'refused';
    return stored.get(sequence - 1) ?? (isRefused ? undefined : previous?.hash);
  };
  const receive = async (entry: ChainedEntry): Promise<void> => {
    const known = brokenBefore(entry, device, before(entry.sequence));
    const moment = momentOf(entry);
    const broken = [...known, ...moment.broken, ...(unproved.get(entry) ?? [])];
    const { answer, at } = await answerOf(entry, moment.entry, broken, receiving, language);
    answers.set(entry, answer);
    if (at !== undefined) positions.push(at);
  };
  for (const group of groupsOf(entries)) await Promise.all(group.map(receive));
  const kept = entries.findLast((entry) => answers.get(entry)?.state !== 'refused');
  if (kept) await chains.keep(device.enrolment, kept.sequence, momentOf(kept).atMs);
  return {
    answers: given.map(({ uuid, entry, issues }) => (entry && answers.get(entry)) ?? refused(uuid, issues, language)),
    position: positions.length === 0 ? null : String(positions.reduce((last, at) => (at > last ? at : last))),
  };
}

/** Receipts do not depend on each other and form groups; drawer entries and refunds are processed one by one. */
function groupsOf(entries: readonly ChainedEntry[]): readonly (readonly ChainedEntry[])[] {
  const groups: ChainedEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const joins = isAlone(entry) ? undefined : last;
    if (joins?.[0] && !isAlone(joins[0]) && joins.length < AT_ONCE) joins.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const isAlone = ({ content }: ChainedEntry): boolean => content.kind !== 'receipt' || Boolean(content.replaces);

interface Answered {
  readonly answer: EntryAnswer;
  /** Position of the entry's event. */
  readonly at?: bigint | undefined;
}

async function answerOf(
  entry: ChainedEntry,
  booked: MarkedEntry,
  broken: readonly BrokenRule[],
  receiving: Receiving,
  language: Language,
): Promise<Answered> {
  try {
    await checkOrigin(entry, receiving.device);
    const { answer, review } = await receiveEntry(cleaned(booked), broken, receiving);
    const { number } = membersOf(answer.state);
    const stored: EntryAnswer = {
      uuid: entry.uuid,
      state: answer.repeated ? 'stored_before' : 'stored',
      id: answer.id,
      ...(typeof number === 'string' ? { number } : {}),
      ...(review.length === 0 ? {} : { review }),
    };
    return { answer: stored, at: answer.position };
  } catch (error) {
    if (error instanceof Refusal) return { answer: refused(entry.uuid, error.issues, language) };
    if (error instanceof BatchTooLarge)
      return { answer: refused(entry.uuid, [{ field: '', message: 'body_too_large' }], language) };
    throw error;
  }
}

/** What an older device did not clean itself. The hash is that of the entry as it was sent. */
const cleaned = (entry: MarkedEntry): MarkedEntry => ({ ...entry, content: cleanedTexts(entry.content) });

const refused = (uuid: string, issues: readonly Issue[], language: Language): EntryAnswer => ({
  uuid,
  state: 'refused',
  errors: issues.map(({ field, message, params }) => ({ field, message: sentence(message, params, language, field) })),
});

const KINDS = keysOf(ENTRY_CONTENTS);
const envelope = validatorOf(EntryEnvelope, true);
const contents = new Map(KINDS.map((kind) => [kind, validatorOf(ENTRY_CONTENTS[kind], true)]));

/** Each part is validated by its own schema, so that errors name the field. */
function readEntry(body: unknown): Given {
  const { content } = membersOf(body);
  const { kind } = membersOf(content);
  const uuid = membersOf(body)['uuid'];
  const issues = issuesOf(envelope, body);
  if (!isOneOf(KINDS, kind))
    issues.push({ field: 'content.kind', message: 'one_of', params: { values: KINDS.join(', ') } });
  else {
    const own = contents.get(kind);
    const wrong = own ? issuesOf(own, content) : [];
    issues.push(...wrong.map((issue) => ({ ...issue, field: `content.${issue.field}` })));
  }
  const isEntry = (value: unknown): value is ChainedEntry => isObject(value) && issues.length === 0;
  if (isEntry(body)) issues.push(...momentIssues(body));
  return { uuid: typeof uuid === 'string' ? uuid : '', entry: isEntry(body) ? body : undefined, issues };
}

function issuesOf(validate: ReturnType<typeof validatorOf>, value: unknown): Issue[] {
  const result = validate(value);
  if (!('error' in result)) return [];
  if (result.error instanceof Invalid) return [...result.error.issues];
  throw result.error;
}
