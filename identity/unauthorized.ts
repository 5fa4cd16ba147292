/** Why somebody is not let in. The answer never says which; the log does. */
import { errorCode } from '../domain/kernel/thrown.ts';
import type { AccessToken } from './tokens.ts';

export type Because = 'no_token' | 'expired_token' | 'invalid_token' | 'session_ended';

/** What the token library calls what is no news. */
const BECAUSE: Readonly<Record<string, Because>> = {
  FST_JWT_NO_AUTHORIZATION_IN_HEADER: 'no_token',
  FST_JWT_AUTHORIZATION_TOKEN_EXPIRED: 'expired_token',
  FAST_JWT_EXPIRED: 'expired_token',
};

/** 401: no token, an expired one, an ended session, or a user who may no longer sign in. */
export class Unauthorized extends Error {
  readonly statusCode = 401;
  readonly code = 'unauthorized';
  readonly because: Because;
  /** Of a session that is over: its token, which was a right one. */
  readonly token: AccessToken | undefined;
  constructor(because: Because = 'no_token', token?: AccessToken) {
    super('unauthorized');
    this.name = 'Unauthorized';
    this.because = because;
    this.token = token;
  }
}

/** Of what the check of a token threw. */
export const becauseOf = (error: unknown): Because => BECAUSE[errorCode(error) ?? ''] ?? 'invalid_token';
