/** Reasons of an authentication failure. They are logged and never included in the answer. */
import { errorCode } from '../domain/values/thrown.ts';
import type { AccessToken } from './tokens.ts';

export type Because = 'no_token' | 'expired_token' | 'invalid_token' | 'session_ended';

/** Error codes of the token library for routine failures. */
const BECAUSE: Readonly<Record<string, Because>> = {
  FST_JWT_NO_AUTHORIZATION_IN_HEADER: 'no_token',
  FST_JWT_AUTHORIZATION_TOKEN_EXPIRED: 'expired_token',
  FAST_JWT_EXPIRED: 'expired_token',
};

/** 401: no token, an expired one, an ended session, or a user who may not sign in any more. */
export class Unauthorized extends Error {
  readonly statusCode = 401;
  readonly code = 'unauthorized';
  readonly because: Because;
  /** The valid token of an ended session. */
  readonly token: AccessToken | undefined;
  constructor(because: Because = 'no_token', token?: AccessToken) {
    super('unauthorized');
    this.name = 'Unauthorized';
    this.because = because;
    this.token = token;
  }
}

/** The reason for an error of the token check. */
export const becauseOf = (error: unknown): Because => BECAUSE[errorCode(error) ?? ''] ?? 'invalid_token';
