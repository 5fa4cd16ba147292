/**
 * Records refusals and exports when they are answered: the request, the user, and the missing permission. Expired
 * tokens are not recorded, because windows refresh them routinely.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/values/refusal.ts';
import { isExport } from './exports.ts';
import type { Identity } from './identity.ts';
import type { DiskSpace } from './machine/disk-space.ts';
import { recordSecurity, type SecurityEvent } from './security-log.ts';
import { type Because, Unauthorized } from './unauthorized.ts';

/** Per address and minute without a user: further refusals are counted instead of recorded. */
const UNKNOWN_MAX = 30;
const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 10_000;
const WRITTEN: ReadonlySet<Because> = new Set(['invalid_token', 'session_ended']);

declare module 'fastify' {
  interface FastifyRequest {
    refusedWith: Error | undefined;
    /** A dry run was refused, and the person is not told, because they may not see the balance. */
    isUntold: boolean;
  }
}

/** Call it before the routes of `app` are added. */
export function writeDownRefusals(app: FastifyInstance, identity: Identity, space: DiskSpace | undefined): void {
  const unknown = new Unknown();
  app.decorateRequest('refusedWith', undefined);
  app.decorateRequest('isUntold', false);
  app.addHook('onError', async (request, _reply, error) => {
    request.refusedWith = error;
  });
  app.addHook('onResponse', async (request, reply) => {
    const event = eventOf(request, reply, unknown);
    // Nothing of strangers is stored below the minimum of the disk.
    if (!event || (event.userId === undefined && space?.isLow)) return;
    await recordSecurity(identity.pool, event).catch((error) =>
      request.log.error({ err: error }, `${event.kind} was not written down`),
    );
  });
}

function eventOf(request: FastifyRequest, reply: FastifyReply, unknown: Unknown): SecurityEvent | undefined {
  const { method, ip, person, sid, refusedWith, routeOptions } = request;
  const requested = { method, path: routeOptions.url };
  // No permission was missing.
  const isUnproved = refusedWith instanceof Refusal && refusedWith.code === 'reauthentication_required';
  const detail = isUnproved
    ? { ...requested, because: refusedWith.code }
    : { ...requested, permission: missing(refusedWith) ?? routeOptions.config.permission };
  if (person) {
    const who = { userId: person.user_id, sid, ip, detail };
    if (reply.statusCode === 403) return { kind: 'refused', ...who };
    if (request.isUntold) return { kind: 'refused', ...who, detail: { ...requested, because: 'dry_run' } };
    return reply.statusCode < 300 && isExport(request) ? { kind: 'exported', ...who } : undefined;
  }
  if (!(refusedWith instanceof Unauthorized) || !WRITTEN.has(refusedWith.because)) return undefined;
  const { because, token } = refusedWith;
  if (token) {
    const who = { userId: Number(token.sub), sid: token.sid, ip };
    return { kind: 'unauthorized', ...who, detail: { ...detail, because } };
  }
  const unwritten = unknown.take(ip);
  if (unwritten === undefined) return undefined;
  return { kind: 'unauthorized', ip, detail: { ...detail, because, ...(unwritten > 0 ? { unwritten } : {}) } };
}

/** A handler or a decision may require more permissions than the route. */
function missing(error: Error | undefined): string | undefined {
  return error instanceof Refusal
    ? error.issues.find(({ params }) => params?.['permission'])?.params?.['permission']
    : undefined;
}

/** Keeps a flood of invalid tokens from filling the table. */
class Unknown {
  readonly #addresses = new Map<string, { since: number; written: number; unwritten: number }>();

  /** The number of unrecorded refusals since the last recorded one; undefined when this one is not recorded either. */
  take(ip: string): number | undefined {
    const now = performance.now();
    const known = this.#addresses.get(ip);
    if (!known || known.since < now - WINDOW_MS) {
      if (this.#addresses.size >= ADDRESSES_MAX) this.#addresses.clear();
      this.#addresses.set(ip, { since: now, written: 1, unwritten: 0 });
      return known?.unwritten ?? 0;
    }
    if (known.written >= UNKNOWN_MAX) {
      known.unwritten += 1;
      return undefined;
    }
    known.written += 1;
    return 0;
  }
}
