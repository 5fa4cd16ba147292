/**
 * The access token, kept in this module's memory only. A refresh uses the HttpOnly cookie; all requests that find the
 * token expired share one refresh.
 */
import { membersOf } from '../../../domain/kernel/members.ts';
import { isBackground } from './activity.ts';
import { ApiError } from './error.ts';
import { errorBodyOf } from './wire.ts';

let accessToken: string | undefined;
/** Time of the last refresh attempt. */
let attemptedAt = 0;
let refreshing: Promise<boolean> | undefined;
let onSignedOut: () => void = () => {};

/** A request during a refresh waits at most this long for the new token. */
const WAIT_MS = 600;

export function currentToken(): string | undefined {
  return accessToken;
}

export function setToken(token: string | undefined): void {
  accessToken = token;
  attemptedAt = Date.now();
}

export const tokenAgeMs = (): number => Date.now() - attemptedAt;

/** Called when the server no longer accepts the session. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

export function signedOut(): void {
  accessToken = undefined;
  onSignedOut();
}

/** Returns at once when no refresh runs; otherwise after it, or after WAIT_MS. */
export async function whileRefreshing(): Promise<void> {
  if (!refreshing) return;
  const waited = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  // The caller of the refresh handles its error; the others only wait for its end.
  await Promise.race([refreshing.catch(() => undefined), waited]);
}

/** True for a new token; false when the person must sign in; throws when the server is unreachable. */
export function refreshToken(): Promise<boolean> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refresh(): Promise<boolean> {
  attemptedAt = Date.now();
  let answer: Response;
  try {
    const headers = { 'X-Requested-With': 'daftar', ...(isBackground() ? { 'X-Background': '1' } : {}) };
    answer = await fetch('/api/auth/refresh', { method: 'POST', headers });
  } catch {
    throw new ApiError(0, {});
  }
  if (answer.status === 429 || answer.status >= 500) {
    throw new ApiError(answer.status, await errorBodyOf(answer));
  }
  if (!answer.ok) return false;
  const body = membersOf(await answer.json());
  const token = membersOf(body['data'])['access_token'] ?? body['access_token'];
  accessToken = typeof token === 'string' ? token : undefined;
  return accessToken !== undefined;
}
