/**
 * A TCP proxy between a store and its server, which can be silent (it transfers nothing and closes nothing) and cut.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** While true, bytes of both directions are held back. */
  silence(silent: boolean): void;
  cut(): void;
  close(): Promise<void>;
}

export async function startProxy(host: string, port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes) => to.write(bytes));
      if (silent) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    silence(next) {
      silent = next;
      for (const socket of sockets) {
        if (silent) socket.pause();
        else socket.resume();
      }
    },
    cut,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
