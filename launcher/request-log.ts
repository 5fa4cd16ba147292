/**
 * One line for a request of a person that was answered, and for one that failed. Requests that nobody signed in for (pages,
 * signing in, refusals) are counted, and the count is one line a minute: whoever sends a million of them neither fills the
 * disk nor pushes the lines of others out of the log.
 */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

const TOLD_EVERY_MS = 60_000;
/** So many addresses are told apart. */
const ADDRESSES_MAX = 1_000;

export class RequestLog extends LogController {
  readonly #now: () => number;
  readonly #strangers = new Map<number, number>();
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
    if (reply.statusCode < 500 && !request.person && !error) {
      this.#strangers.set(reply.statusCode, (this.#strangers.get(reply.statusCode) ?? 0) + 1);
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
    if (this.#strangers.size === 0) return;
    const byStatus = Object.fromEntries(this.#strangers);
    server.log.info({ strangers: byStatus, addresses: this.#addresses.size }, 'requests without a person');
    this.#strangers.clear();
    this.#addresses.clear();
  }
}
