/**
 * One line for each answered request of a person, for each failed one, and for each refused sign-in: who (person, till,
 * outlet, session), what (route, command's number), and why (code, fields, permission). Ids only: no name, no address, no
 * search word. Other requests of strangers (pages, refusals) are counted, in one line a minute, so that a million of them
 * neither fill the disk nor displace other lines.
 */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { membersOf } from '../domain/values/members.ts';
import { notesOf } from '../identity/request-notes.ts';

const TOLD_EVERY_MS = 60_000;
/** Number of distinct addresses that are counted. */
const ADDRESSES_MAX = 1_000;
/** Refused sign-ins that have a line of their own, in a minute. */
const ATTEMPTS_MAX = 60;
const PATH_LENGTH_MAX = 200;
/** The beginning of a session's id tells it from others; the whole is not needed. */
const SESSION_LENGTH = 8;

export class RequestLog extends LogController {
  readonly #now: () => number;
  readonly #strangers = new Map<number, number>();
  readonly #addresses = new Set<string>();
  #attempts = 0;
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
    const isKnown = Boolean(request.person ?? request.shopper);
    if (reply.statusCode < 500 && !isKnown && !error && !this.#isAttempt(request)) {
      this.#strangers.set(reply.statusCode, (this.#strangers.get(reply.statusCode) ?? 0) + 1);
      if (this.#addresses.size < ADDRESSES_MAX) this.#addresses.add(request.ip);
      return;
    }
    if (error) request.log.error({ ...lineOf(request, reply), err: error }, 'request errored');
    else request.log.info(lineOf(request, reply), 'request completed');
  }

  #isAttempt(request: FastifyRequest): boolean {
    if (notesOf(request).attempt === undefined || this.#attempts >= ATTEMPTS_MAX) return false;
    this.#attempts += 1;
    return true;
  }

  #tellWhenDue({ server }: FastifyRequest): void {
    if (this.#now() - this.#since < TOLD_EVERY_MS) return;
    this.#since = this.#now();
    this.#attempts = 0;
    if (this.#strangers.size === 0) return;
    const byStatus = Object.fromEntries(this.#strangers);
    server.log.info({ strangers: byStatus, addresses: this.#addresses.size }, 'requests without a person');
    this.#strangers.clear();
    this.#addresses.clear();
  }
}

export interface RequestLine {
  readonly method: string;
  /** Without its query, whose values can be names. */
  readonly path: string;
  readonly route?: string | undefined;
  readonly status: number;
  readonly ms: number;
  readonly person?: number | undefined;
  /** A customer of the application. */
  readonly customer?: number | undefined;
  readonly till?: number | undefined;
  readonly outlet?: number | undefined;
  readonly session?: string | undefined;
}

function lineOf(request: FastifyRequest, reply: FastifyReply): RequestLine & ReturnType<typeof notesOf> {
  const { method, url, person, shopper, sid, routeOptions } = request;
  return {
    method,
    path: (url.split('?')[0] ?? '').slice(0, PATH_LENGTH_MAX),
    route: routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    person: person?.user_id,
    customer: shopper?.consumer_id,
    till: person?.till?.till_id,
    outlet: outletOf(request),
    session: sid ? sid.slice(0, SESSION_LENGTH) : undefined,
    ...notesOf(request),
  };
}

/** That of the till, of the document that is entered, or the only one of the person. */
function outletOf({ person, body }: FastifyRequest): number | undefined {
  if (person?.till) return person.till.outlet_fk;
  const { outlet_fk } = membersOf(body);
  if (Number.isSafeInteger(outlet_fk)) return Number(outlet_fk);
  const { outlets = [] } = person?.user ?? {};
  return outlets?.length === 1 ? outlets[0] : undefined;
}
