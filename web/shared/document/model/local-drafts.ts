/**
 * Drafts kept on this device while they are typed, so that a closed window or a lost connection loses nothing.
 * Each is kept under its person, its resource and its document.
 */
import { type DBSchema, openDB } from 'idb';
import type { Draft } from './draft.ts';
import { isRemovedDraft, noteDraftsRemoved } from './removed-drafts.ts';
import type { Write } from './session-state.ts';

export interface LocalDraft {
  readonly draft: Draft;
  /** Revision of the document that the draft was based on; undefined for a new one. */
  readonly revision: number | undefined;
  /** A creation that was sent and not answered yet: sent again as it was, it is entered once. */
  readonly sent?: Write | undefined;
  /** ISO instant. */
  readonly at: string;
}

interface Drafts extends DBSchema {
  draft: { key: string; value: LocalDraft };
}

const database = () => openDB<Drafts>('daftar-drafts', 1, { upgrade: (db) => void db.createObjectStore('draft') });

/** A browser without storage (private windows of some) has no local drafts, and everything else works. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    // Private windows of some browsers have no storage.
    return undefined;
  }
}

/** Of a new document, `origin` is the number (or the stream) of the document which gave rise to it. */
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

/** `/` and the character after it: between them is all that begins with the number of the person. */
const allOf = (userId: number): IDBKeyRange => IDBKeyRange.bound(`${userId}/`, `${userId}0`, false, true);

export async function countLocalDrafts(userId: number): Promise<number> {
  return (await attempt(async () => (await database()).count('draft', allOf(userId)))) ?? 0;
}

/** Of the person who signs out, in every window of this browser. */
export async function removeLocalDrafts(userId: number): Promise<void> {
  await attempt(async () => {
    noteDraftsRemoved(userId);
    await (await database()).delete('draft', allOf(userId));
  });
}

/**
 * Two windows with a new document each must not share one draft: the first takes `name`, the next `name:2`.
 * The name is given back when `released` is aborted, or the window closes.
 */
export async function claimDraftName(name: string, released: AbortSignal): Promise<string> {
  if (!navigator.locks) return name;
  for (let number = 1; number < 20; number += 1) {
    const wanted = number === 1 ? name : `${name}:${number}`;
    if (await holdLock(`daftar-draft:${wanted}`, released)) return wanted;
  }
  return name;
}

function holdLock(lock: string, released: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(lock, { ifAvailable: true }, (held) => {
      resolve(held !== null);
      if (held === null) return undefined;
      return new Promise<void>((release) => released.addEventListener('abort', () => release(), { once: true }));
    });
  });
}
