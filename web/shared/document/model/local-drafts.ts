/**
 * Unsaved drafts on this device, so that a closed window or a lost connection loses nothing. The key is person,
 * resource and document.
 */
import { type DBSchema, openDB } from 'idb';
import type { EditorDeclaration } from './declaration.ts';
import { type Draft, isEmpty, type Value } from './draft.ts';
import { isRemovedDraft, noteDraftsRemoved } from './removed-drafts.ts';
import type { Write } from './session-state.ts';

export interface LocalDraft {
  readonly draft: Draft;
  /** The stored draft on which it is based; earlier versions did not keep it. */
  readonly saved?: Draft | undefined;
  /** Revision on which the draft is based; undefined for a new document, and for an undecided conflict. */
  readonly revision: number | undefined;
  /** A sent write without an answer: repeating it unchanged has no second effect. */
  readonly sent?: Write | undefined;
  /** ISO instant. */
  readonly at: string;
}

interface Drafts extends DBSchema {
  draft: { key: string; value: LocalDraft };
}

const database = () => openDB<Drafts>('daftar-drafts', 1, { upgrade: (db) => void db.createObjectStore('draft') });

/** Browsers without storage (private windows of some) have no local drafts; everything else works. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    // Private windows of some browsers have no storage.
    return undefined;
  }
}

/** The source document of a new one, or the party that it was begun for. */
export const sourceOf = ({ origin = [] }: Pick<EditorDeclaration, 'origin'>, { header }: Draft): Value | undefined =>
  [origin]
    .flat()
    .flatMap((field) => header[field] ?? [])
    .find((value) => !isEmpty(value));

/** For a new document, `origin` is the number (or the stream) of its source document. */
export function draftName(userId: number, resource: string, id: number | undefined, origin?: unknown): string {
  const isNamed = typeof origin === 'number' || typeof origin === 'string';
  const place = id ?? (isNamed ? `new-of-${origin}` : 'new');
  return `${userId}/${resource}/${place}`;
}

export function readLocalDraft(name: string): Promise<LocalDraft | undefined> {
  return attempt(async () => (await database()).get('draft', name));
}

export async function keepLocalDraft(name: string, kept: LocalDraft): Promise<void> {
  await attempt(async () => {
    if (!isRemovedDraft(name)) await (await database()).put('draft', kept, name);
  });
}

export async function dropLocalDraft(name: string): Promise<void> {
  await attempt(async () => (await database()).delete('draft', name));
}

/** The range from `/` to the next character contains all keys that start with the person's id. */
const allOf = (userId: number): IDBKeyRange => IDBKeyRange.bound(`${userId}/`, `${userId}0`, false, true);

export async function countLocalDrafts(userId: number): Promise<number> {
  return (await attempt(async () => (await database()).count('draft', allOf(userId)))) ?? 0;
}

/** Removes the drafts of the person who signs out, for all windows of this browser. */
export async function removeLocalDrafts(userId: number): Promise<void> {
  await attempt(async () => {
    noteDraftsRemoved(userId);
    await (await database()).delete('draft', allOf(userId));
  });
}

/**
 * Two windows with a new document each must not share a draft: the first takes `name`, the next `name:2`. The name is
 * released when `released` is aborted, or the window closes.
 */
export async function claimDraftName(name: string, released: AbortSignal): Promise<string> {
  if (!navigator.locks) return name;
  await Promise.allSettled(leaving);
  for (let number = 1; number < 20; number += 1) {
    const wanted = number === 1 ? name : `${name}:${number}`;
    if (await holdLock(`daftar-draft:${wanted}`, released)) return wanted;
  }
  return name;
}

/** Requests whose locks were released and are not free yet. */
const leaving = new Set<Promise<unknown>>();

function holdLock(lock: string, released: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = navigator.locks.request(lock, { ifAvailable: true }, (held) => {
      resolve(held !== null);
      if (held === null) return undefined;
      return new Promise<void>((release) => released.addEventListener('abort', () => leave(release), { once: true }));
    });
    const leave = (release: () => void) => {
      leaving.add(request);
      release();
    };
    void request.finally(() => leaving.delete(request));
  });
}
