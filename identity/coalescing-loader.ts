/**
 * One question at a time for each key, and never an answer that was read before it was asked for: whoever asks while
 * a question runs gets the answer to the next one, which all who came meanwhile share. So what was changed counts
 * with the next request, and a hundred requests at once cost two questions.
 */
export class AskedOnce<Key, Value> {
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
