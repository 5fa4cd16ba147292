/**
 * The editor's state outside of React: a save by key must include the previous key's input, which React may not have
 * rendered yet.
 */
import { useSyncExternalStore } from 'react';
import type { Draft } from './draft.ts';
import { type Edit, type Editing, edit, startEditing } from './editing.ts';

export class EditingStore {
  #state: Editing;
  readonly #listeners = new Set<() => void>();

  constructor(draft: Draft) {
    this.#state = startEditing(draft);
  }

  get state(): Editing {
    return this.#state;
  }

  readonly edit = (change: Edit): void => {
    const next = edit(this.#state, change);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): Editing => this.#state;
}

export function useEditing(store: EditingStore): Editing {
  return useSyncExternalStore(store.subscribe, store.read);
}
