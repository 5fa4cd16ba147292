/** Transient errors: the same batch is tried again, and no event is the cause. */
import { errorCode } from '../../domain/values/thrown.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { OtherBuild } from '../builds/own-build.ts';

/** Connection lost, insufficient resources, shutdown, deadlock, lock not available. */
const TRANSIENT_SQL = /^(08|40|53|55|57|58)/;
const TRANSIENT_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

export function isTransient(error: unknown): boolean {
  // A job that meets the read models of another program is run again: those of this one may be built by then.
  if (error instanceof StoreUnavailable || error instanceof OtherBuild) return true;
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  if (typeof code === 'string') return TRANSIENT_SYSTEM.has(code) || TRANSIENT_SQL.test(code);
  // pg reports these without a code.
  return /connection terminated|client has encountered a connection error|not queryable|timeout/i.test(error.message);
}
