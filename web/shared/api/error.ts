/** An error answer of the server: `{ code, message, errors: { field: [sentences] }, request_id }`. */
import { membersOf } from '../../../domain/values/members.ts';
import { preferences } from '../language/preferences.ts';
import { shapeIsolated } from '../typing/digits.ts';

export interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly request_id?: string;
  /** On 409: the current state of the document or record, and the possible transitions. */
  readonly details?: unknown;
}

const shown = (sentence: string): string => shapeIsolated(sentence, preferences().digits);

const shownOf = (errors: NonNullable<ErrorBody['errors']>): NonNullable<ErrorBody['errors']> =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [field, sentences.map(shown)]));

export class ApiError extends Error {
  /** 0 when the server could not be reached. */
  readonly status: number;
  /** `validation`, `wrong_state`, `stale`, `not_found`, `forbidden`, `claim`, `idempotency`, `network`, … */
  readonly code: string;
  /** Keyed by field path (`lines.3.quantity`); `''` for errors of the whole. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | undefined;
  readonly details: unknown;

  constructor(status: number, body: ErrorBody) {
    super(shown(body.message ?? ''));
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'network' : String(status));
    this.errors = shownOf(body.errors ?? {});
    this.requestId = body.request_id;
    this.details = body.details;
  }

  /** The record or document changed since it was read. */
  get stale(): boolean {
    return this.status === 409 && this.code === 'stale';
  }

  /** True when the same request would get the same answer: a new attempt needs a new idempotency key. */
  get definite(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** Servers behind proxies may report an expired token with 400: then the person signs in again. */
export function saysTokenIsOver({ status, code, message }: ApiError): boolean {
  return (
    status === 400 && (/^token_(expired|invalid)$/.test(code) || /\btoken\b.*\b(expired|invalid)\b/i.test(message))
  );
}

/** 403 with a step that the person must take first. */
export const saysStepIsPending = ({ status, details }: ApiError): boolean =>
  status === 403 && typeof membersOf(details).pending === 'string';

/** Errors without a message: an expired session, and an invalid request of the program. */
export const isSilent = ({ status }: ApiError): boolean => status === 401 || status === 400;
