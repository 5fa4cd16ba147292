/**
 * Sends the program's lines to another machine as they are written: each as a syslog message (RFC 5424) with its length
 * before it, over TLS (RFC 5425) or, in a trusted network, plain TCP (RFC 6587). While the collector is unreachable,
 * lines are buffered up to a limit and lost ones counted. Never ends or delays the program.
 */

import { connect, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { defined } from '../domain/values/defined.ts';
import { type Members, membersOf } from '../domain/values/members.ts';
import { StartupError } from './machine/startup-error.ts';

/** Characters buffered while the collector is unreachable; older lines are dropped. */
const WAITING_MAX = 1024 * 1024;
const RETRY_MS = [1_000, 5_000, 30_000] as const;
/** How long a stop tries to send buffered lines. */
const CLOSE_MS = 2_000;

export interface Collector {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
}

/** `tls://logs.example.com:6514` or `tcp://127.0.0.1:601`; undefined without LOG_TARGET. Throws StartupError. */
export function collectorOf(environment: NodeJS.ProcessEnv): Collector | undefined {
  const given = environment['LOG_TARGET'] ?? '';
  if (given === '') return undefined;
  const { protocol = '', hostname: host = '', port = '' } = URL.canParse(given) ? new URL(given) : {};
  if (host === '' || (protocol !== 'tls:' && protocol !== 'tcp:')) {
    throw new StartupError(`LOG_TARGET is "${given}". Give tls://HOST:PORT, or tcp://HOST:PORT in a trusted network.`);
  }
  const isEncrypted = protocol === 'tls:';
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port || (isEncrypted ? '6514' : '601')), isEncrypted };
}

export class LogTarget {
  readonly #collector: Collector;
  readonly #retryMs: readonly number[];
  #socket: Socket | undefined;
  #isConnected = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiting: string[] = [];
  #waitingLength = 0;
  #lost = 0;
  #isClosed = false;

  constructor(collector: Collector, { retryMs = RETRY_MS }: { readonly retryMs?: readonly number[] } = {}) {
    this.#collector = collector;
    this.#retryMs = retryMs;
  }

  /** True while nothing can be sent. */
  get isAway(): boolean {
    return !this.#isConnected;
  }

  /** Whole lines. Returns at once; never throws. */
  write(text: string): void {
    for (const line of text.split('\n')) if (line !== '') this.#keep(line);
    this.#send();
  }

  /** Resolves when all buffered lines are sent, or after two seconds. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (!socket) return;
    const late = setTimeout(() => socket.destroy(), CLOSE_MS);
    // `end` sends buffered lines before it closes.
    if (this.#isConnected) socket.end();
    else socket.once(this.#collector.isEncrypted ? 'secureConnect' : 'connect', () => socket.end());
    await new Promise((resolve) => socket.once('close', resolve));
    clearTimeout(late);
  }

  #keep(line: string): void {
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    while (this.#waitingLength > WAITING_MAX) {
      this.#waitingLength -= defined(this.#waiting.shift()).length;
      this.#lost += 1;
    }
  }

  #send(): void {
    if (!this.#socket) this.#connect();
    if (!this.#isConnected || this.#socket?.writableNeedDrain) return;
    const lines = this.#waiting;
    const lost = this.#lost;
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#lost = 0;
    if (lost > 0) lines.unshift(JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines did not reach here' }));
    for (const line of lines) this.#socket?.write(frameOf(line));
  }

  #connect(): void {
    if (this.#isClosed || this.#timer) return;
    const { host, port, isEncrypted } = this.#collector;
    const ready = () => {
      this.#isConnected = true;
      this.#failures = 0;
      this.#send();
    };
    const socket = isEncrypted
      ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }) }, ready)
      : connect({ host, port }, ready);
    this.#socket = socket;
    socket.unref();
    socket.on('drain', () => this.#send());
    socket.on('error', () => undefined);
    socket.on('close', () => this.#again());
    // Discards anything that the collector sends.
    socket.resume();
  }

  #again(): void {
    this.#socket = undefined;
    this.#isConnected = false;
    if (this.#isClosed) return;
    const wait = this.#retryMs[Math.min(this.#failures, this.#retryMs.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting.length > 0) this.#send();
    }, wait);
    this.#timer.unref();
  }
}

/** Priorities by pino's levels, for the facility local0 (RFC 5424, 6.2.1). */
const LOCAL0 = 16 * 8;
const SEVERITIES: Readonly<Record<number, number>> = { 60: 2, 50: 3, 40: 4, 30: 6 };
const DEBUG = 7;

function frameOf(line: string): string {
  const { level, time } = readLine(line);
  const priority = LOCAL0 + (SEVERITIES[Number(level)] ?? DEBUG);
  const at = new Date(typeof time === 'number' ? time : Date.now()).toISOString();
  const message = `<${priority}>1 ${at} ${hostname()} daftar ${process.pid} - - ${line}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

function readLine(line: string): Members {
  try {
    return membersOf(JSON.parse(line));
  } catch {
    // A line of a child process may not be JSON.
    return {};
  }
}
