/**
 * Logs one line for each answered request of a signed-in person, and for each failed one. Anonymous requests (pages,
 * sign-ins, refusals) are only counted, in one line a minute, so that a million of them neither fill the disk nor
 * displace other lines.
 */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

const TOLD_EVERY_MS = 60_000;
/** Number of distinct addresses that are counted. */
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

  /** No line at the start: the answer's line names the request. */
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
