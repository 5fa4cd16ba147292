/**
 * One line for a request that was answered. Requests that nobody signed in for and that were refused are counted, and
 * the count is one line a minute: whoever sends a million of them does not fill the disk.
 */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

const TOLD_EVERY_MS = 60_000;
/** So many addresses are told apart. */
const ADDRESSES_MAX = 1_000;

export class RequestLog extends LogController {
  readonly #now: () => number;
  readonly #refused = new Map<number, number>();
  readonly #addresses = new Set<string>();
  #since: number;

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    super();
    this.#now = now;
    this.#since = now();
  }

  /** The line of the answer names the request. */
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    this.#tellWhenDue(request);
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500;
    if (isRefused && !request.person && !error) {
      this.#refused.set(reply.statusCode, (this.#refused.get(reply.statusCode) ?? 0) + 1);
      if (this.#addresses.size < ADDRESSES_MAX) this.#addresses.add(request.ip);
      return;
    }
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...line, err: error }, 'request errored');
    else request.log.info(line, 'request completed');
  }

  #tellWhenDue({ server }: FastifyRequest): void {
    if (this.#now() - this.#since < TOLD_EVERY_MS) return;
    this.#since = this.#now();
    if (this.#refused.size === 0) return;
    const byStatus = Object.fromEntries(this.#refused);
    server.log.info({ refused: byStatus, addresses: this.#addresses.size }, 'requests without a person were refused');
    this.#refused.clear();
    this.#addresses.clear();
  }
}
