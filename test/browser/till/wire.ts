/** A connection between a till and its server that can be cut, and can lose or delay the answers to entries. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const ENTRIES = '/api/till/entries';

export class Wire {
  isCut = false;
  /** The port of the server, which changes at each start. */
  port = 0;
  /** The number of requests with entries that were sent to the server. */
  sendings = 0;
  /** Returns whether the answer to this request with entries, counted from 1, is lost. */
  losesAnswer: (sending: number) => boolean = () => false;
  /** Called when entries were sent to the server, before it answers. */
  onSending: () => void = () => undefined;
  /** Awaited before the answer to entries is transferred. */
  beforeAnswer: () => Promise<void> = async () => undefined;
  readonly #server = http.createServer((request, answer) => this.#pass(request, answer));

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** The name of the local machine, because a till needs a secure address. */
  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends open connections too. */
  cut(): void {
    this.isCut = true;
    this.#server.closeAllConnections();
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(request: http.IncomingMessage, answer: http.ServerResponse): void {
    if (this.isCut) return void request.socket.destroy();
    const { method, url = '', headers } = request;
    const isSending = method === 'POST' && url === ENTRIES;
    const sending = isSending ? ++this.sendings : 0;
    const onward = http.request({ host: '127.0.0.1', port: this.port, method, path: url, headers }, (back) => {
      if (isSending) void this.#answer(sending, back, answer);
      else handOn(back, answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    request.pipe(onward);
    if (isSending) request.on('end', () => this.onSending());
  }

  async #answer(sending: number, back: http.IncomingMessage, answer: http.ServerResponse): Promise<void> {
    await this.beforeAnswer();
    if (this.losesAnswer(sending)) answer.destroy();
    else handOn(back, answer);
  }
}

function handOn(back: http.IncomingMessage, answer: http.ServerResponse): void {
  answer.writeHead(back.statusCode ?? 502, back.headers);
  back.on('error', () => answer.destroy());
  back.pipe(answer);
}
