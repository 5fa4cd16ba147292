/**
 * A TCP relay in front of a gRPC server in this process. It holds the bytes of an answer until it is complete and sends
 * them in one piece, so that the client has all of it, including its end, before its reader gets the first message. A
 * server behind a network does so with every short answer.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Below the HTTP/2 window, which a server may send before the client has read anything. */
const HELD_BYTES_MAX = 32_768;

interface Link {
  readonly near: Socket;
  readonly far: Socket;
  held: Buffer[];
}

export class Relay {
  readonly #links = new Set<Link>();
  readonly #server: Server;
  #target = 0;
  /** The number of held answers, and of those whose last message is written. */
  #held = 0;
  #written = 0;

  constructor() {
    this.#server = createServer((near) => this.#link(near));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(target: number): Promise<void> {
    this.#target = target;
    if (this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** Begins to hold an answer. `written` is called after its last message, `leave` for an answer without an end. */
  hold(): { written(): void; leave(): void } {
    let state: 'held' | 'written' | 'left' = 'held';
    this.#held += 1;
    return {
      written: () => {
        if (state !== 'held') return;
        state = 'written';
        this.#written += 1;
      },
      leave: () => {
        if (state === 'held') this.#release();
        state = 'left';
      },
    };
  }

  /** Closes every connection without a message. */
  cut(): void {
    for (const { near, far } of this.#links) {
      near.destroy();
      far.destroy();
    }
    this.#links.clear();
    this.#held = 0;
    this.#written = 0;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #link(near: Socket): void {
    const far = connect(this.#target, '127.0.0.1');
    // Otherwise small answers wait until the previous one is acknowledged.
    for (const socket of [near, far]) socket.setNoDelay(true);
    const link: Link = { near, far, held: [] };
    this.#links.add(link);
    const frames = new Frames(() => this.#ended());
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      link.held.push(bytes);
      frames.read(bytes);
      const size = link.held.reduce((sum, buffer) => sum + buffer.length, 0);
      if (this.#held === 0 || size > HELD_BYTES_MAX) pass(link);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#links.delete(link);
        to.destroy();
      });
    }
  }

  /** An answer has ended in the byte stream: normally the one whose last message was written. */
  #ended(): void {
    if (this.#written === 0) return;
    this.#written -= 1;
    this.#release();
  }

  #release(): void {
    this.#held = Math.max(0, this.#held - 1);
    if (this.#held === 0) for (const link of this.#links) pass(link);
  }
}

function pass(link: Link): void {
  for (const bytes of link.held) link.near.write(bytes);
  link.held = [];
}

const HEADER_BYTES = 9;
const HEADERS = 1;
const RESET = 3;
const END_STREAM = 1;

/** Parses HTTP/2 frames of a server, and reports the end of each stream. */
class Frames {
  readonly #onEnd: () => void;
  #rest = Buffer.alloc(0);

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  read(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    let ended = 0;
    while (this.#rest.length >= HEADER_BYTES) {
      const size = HEADER_BYTES + this.#rest.readUIntBE(0, 3);
      if (this.#rest.length < size) break;
      const [type, flags] = [this.#rest[3], this.#rest[4] ?? 0];
      if (type === RESET || (type === HEADERS && (flags & END_STREAM) !== 0)) ended += 1;
      this.#rest = this.#rest.subarray(size);
    }
    for (; ended > 0; ended -= 1) this.#onEnd();
  }
}
