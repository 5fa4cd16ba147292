/**
 * The access token lives in this module's memory and nowhere else. A refresh uses the HttpOnly cookie; all
 * requests that find the token expired share one refresh.
 */
import { ApiError, type ErrorBody } from './error.ts';

let accessToken: string | undefined;
let refreshing: Promise<boolean> | undefined;
let onSignedOut: () => void = () => {};

export function currentToken(): string | undefined {
  return accessToken;
}

export function setToken(token: string | undefined): void {
  accessToken = token;
}

/** Called when the server no longer knows this person. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

export function signedOut(): void {
  accessToken = undefined;
  onSignedOut();
}

/** True when there is a new token; false when the person has to sign in; throws when the server is not reached. */
export function refreshToken(): Promise<boolean> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refresh(): Promise<boolean> {
  let answer: Response;
  try {
    answer = await fetch('/api/auth/refresh', { method: 'POST', headers: { 'X-Requested-With': 'daftar' } });
  } catch {
    throw new ApiError(0, {});
  }
  if (answer.status === 429 || answer.status >= 500) {
    throw new ApiError(answer.status, (await answer.json().catch(() => ({}))) as ErrorBody);
  }
  if (!answer.ok) return false;
  const body = (await answer.json()) as { access_token?: string; data?: { access_token?: string } };
  accessToken = body.data?.access_token ?? body.access_token;
  return accessToken !== undefined;
}
