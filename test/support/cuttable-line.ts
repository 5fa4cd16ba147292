/** A connection to a server that a test can cut and restore: a cut ends open connections and refuses new ones. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { overPort } from './database-url.ts';

export class CuttableLine {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port || 5432) };
  }

  /** The same address, through this line. */
  through(url: string): string {
    return overPort(url, this.#port);
  }

  /** Opens it, on the same port as before. */
  async open(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.#target);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    this.#server = server;
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
