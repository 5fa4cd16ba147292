/**
 * A changing value, in the form that `useSyncExternalStore` requires: `current()` returns the same object until it
 * changes.
 */
export interface Watched<Value> {
  current(): Value;
  subscribe(listener: () => void): () => void;
}

export class Watchable<Value> implements Watched<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly current = (): Value => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
