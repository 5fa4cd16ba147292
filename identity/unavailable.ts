/**
 * Errors that mean a temporary failure of the database, the event store or the disk. Such a request is answered with
 * 503 and may be repeated unchanged.
 */
import { errorCode } from '../domain/values/thrown.ts';
import { LogDisagrees, StoreUnavailable } from '../event-store/port.ts';
import { NoSpace } from './machine/disk-space.ts';

/**
 * SQLSTATE classes and codes: connection (08), deadlock and serialization (40), resources (53), shutdown and cancelled
 * statements (57), I/O errors of the server (58), lock not available, idle transaction timeout.
 */
const SQL = /^(08|40|53|57|58)...$|^55P03$|^25P03$/;
const SYSTEM: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'EDQUOT',
  'EIO',
]);
/** PostgreSQL's `disk_full`, and error codes of the file system. */
const DISK: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** Messages of the PostgreSQL driver without a code. */
const WITHOUT_CODE =
  /^(connection terminated|timeout (exceeded|expired)|query read timeout|client (has encountered|was closed)|cannot use a pool after)/i;
/** Depth of followed causes: an error, its cause, and so on. */
const CAUSES_MAX = 5;

export type Unavailable = 'disk' | 'log' | 'unavailable';

/** Undefined for all other errors. */
export function unavailable(error: unknown, depth = 0): Unavailable | undefined {
  if (!(error instanceof Error) || depth > CAUSES_MAX) return undefined;
  const code = errorCode(error);
  if (error instanceof NoSpace || (typeof code === 'string' && DISK.has(code))) return 'disk';
  if (error instanceof LogDisagrees) return 'log';
  const inner = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  const found = inner.map((value) => unavailable(value, depth + 1));
  if (found.includes('disk')) return 'disk';
  if (found.includes('log')) return 'log';
  const isOwn =
    error instanceof StoreUnavailable ||
    (typeof code === 'string' ? SQL.test(code) || SYSTEM.has(code) : WITHOUT_CODE.test(error.message));
  return isOwn || found.includes('unavailable') ? 'unavailable' : undefined;
}
