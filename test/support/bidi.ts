/** A connection to a browser over WebDriver BiDi: commands with their answers, and events. */

/** No single command takes longer, even on a busy machine. */
const COMMAND_MS = 60_000;

export type Params = Readonly<Record<string, unknown>>;

interface Pending {
  readonly resolve: (result: Params) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly type: 'success' | 'error' | 'event';
  readonly id?: number;
  readonly result?: Params;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: Params;
}

export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  readonly #onEvent: (method: string, params: Params) => void;
  #lastId = 0;

  private constructor(socket: WebSocket, onEvent: (method: string, params: Params) => void) {
    this.#socket = socket;
    this.#onEvent = onEvent;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => this.#fail(new Error('the browser closed the connection')));
  }

  /** `address` is a WebSocket address: `ws://127.0.0.1:45123/session`. */
  static async open(address: string, onEvent: (method: string, params: Params) => void): Promise<BidiConnection> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)), { once: true });
    });
    return new BidiConnection(socket, onEvent);
  }

  /** Resolves with the result of the command. Rejects with the browser's error, after a minute, or when the connection ends. */
  send(method: string, params: Params = {}): Promise<Params> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#take(id)?.reject(new Error(`${method}: no answer`)), COMMAND_MS);
      this.#pending.set(id, {
        resolve: (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(new Error(`${method}: ${error.message}`));
        },
      });
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id, method, params }));
      else this.#take(id)?.reject(new Error('the connection is closed'));
    });
  }

  close(): void {
    this.#socket.close();
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #receive(message: Message): void {
    if (message.type === 'event') this.#onEvent(message.method as string, message.params ?? {});
    else if (message.type === 'success') this.#take(message.id as number)?.resolve(message.result ?? {});
    else this.#take(message.id as number)?.reject(new Error(`${message.error}: ${message.message}`));
  }

  #fail(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(error);
  }
}
