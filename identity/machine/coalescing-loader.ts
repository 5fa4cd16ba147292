/**
 * Runs one query at a time for each key, and never returns a result that was read before the call: callers that arrive
 * while a query runs share the next one. A change is therefore visible to the next request, and a hundred simultaneous
 * requests cost two queries.
 */
export class CoalescingLoader<Key, Value> {
  readonly #ask: (key: Key) => Promise<Value>;
  readonly #running = new Map<Key, { readonly answer: Promise<Value>; next?: Promise<Value> }>();

  constructor(ask: (key: Key) => Promise<Value>) {
    this.#ask = ask;
  }

  get(key: Key): Promise<Value> {
    const running = this.#running.get(key);
    if (!running) return this.#start(key);
    const again = () => this.#start(key);
    running.next ??= running.answer.then(again, again);
    return running.next;
  }

  #start(key: Key): Promise<Value> {
    const answer = this.#ask(key);
    const running = { answer };
    this.#running.set(key, running);
    const done = () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    answer.then(done, done);
    return answer;
  }
}
