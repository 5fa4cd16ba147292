/** Exports return everything at once, so each is recorded, and their number per user is limited. */

import type { FastifyRequest } from 'fastify';
import { membersOf } from '../domain/values/members.ts';
import { TooMany } from './too-many.ts';

const WINDOW_MS = 60_000;
const EXPORTS_MAX = 30;

/** True for a list without pages, a file of the books, or the archive of everything. */
export function isExport({ method, query, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  const paginated = membersOf(query)['is_paginated'];
  return (
    paginated === '0' ||
    paginated === 'false' ||
    /^\/api\/(exports\/|jobs\/:job_id\/file$)/.test(routeOptions.url ?? '')
  );
}

export class ExportLimit {
  readonly #taken = new Map<number, readonly number[]>();

  /** Throws TooMany. */
  take(userId: number): void {
    const now = performance.now();
    const recent = (this.#taken.get(userId) ?? []).filter((at) => at > now - WINDOW_MS);
    const [oldest = now] = recent;
    if (recent.length >= EXPORTS_MAX) {
      throw new TooMany('too_many_requests', Math.ceil((oldest + WINDOW_MS - now) / 1000));
    }
    this.#taken.set(userId, [...recent, now]);
  }
}
