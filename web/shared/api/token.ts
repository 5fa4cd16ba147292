/**
 * The access token, kept in this module's memory only. A refresh uses the HttpOnly cookie; all requests that find the
 * token expired share one refresh. The windows of a browser share the cookie, so a refresh may give the token of another
 * person, who signed in in another window: it is dropped.
 */
import { membersOf } from '../../../domain/values/members.ts';
import { windowHeaders } from './activity.ts';
import { ApiError } from './error.ts';
import { errorBodyOf } from './wire.ts';

/** The owner of a window whose token was dropped: no person. */
const NOBODY = '';

let accessToken: string | undefined;
let owner: string | undefined;
/** Time of the last refresh attempt. */
let attemptedAt = 0;
let refreshing: Promise<boolean> | undefined;
let onSignedOut: () => void = () => {};
let onOtherPerson: () => void = () => {};

/** A request during a refresh waits at most this long for the new token. */
const WAIT_MS = 600;

export function currentToken(): string | undefined {
  return accessToken;
}

/** Headers of a connection for server-sent events, which the window opens again by itself. */
export const connectionHeaders = (): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${currentToken() ?? ''}`,
  ...windowHeaders(),
});

/** The user for whom this window sends its requests; undefined without a token. */
export function tokenOwner(): string | undefined {
  return owner;
}

/** Whether a request that `sender` made may be sent now: a till makes some before it has a token. */
export const isStillOf = (sender: string | undefined): boolean =>
  sender === undefined || (sender !== NOBODY && sender === owner);

export function setToken(token: string | undefined): void {
  accessToken = token;
  owner = ownerOf(token);
  attemptedAt = Date.now();
}

export const tokenAgeMs = (): number => Date.now() - attemptedAt;

/** Called when the server no longer accepts the session. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

export function signedOut(): void {
  accessToken = undefined;
  owner = undefined;
  onSignedOut();
}

/** Called after a refresh that gave the token of another person: the window must start again. */
export function whenOtherPerson(listener: () => void): void {
  onOtherPerson = listener;
}

/** Returns at once when no refresh runs; otherwise after it, or after WAIT_MS. */
export async function whileRefreshing(): Promise<void> {
  if (!refreshing) return;
  const waited = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  // The caller of the refresh handles its error; the others only wait for its end.
  await Promise.race([refreshing.catch(() => undefined), waited]);
}

/**
 * True for a new token; false when the person must sign in. Throws ApiError when the server is unreachable, and 401 when
 * the cookie is another person's.
 */
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
    const headers = { 'X-Requested-With': 'daftar', ...windowHeaders() };
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
  const next = typeof token === 'string' ? token : undefined;
  if (owner && owner !== ownerOf(next)) {
    accessToken = undefined;
    owner = NOBODY;
    // Later, because the listener's own refresh must not be this one.
    setTimeout(() => onOtherPerson());
    throw new ApiError(401, {});
  }
  accessToken = next;
  owner = ownerOf(next);
  return accessToken !== undefined;
}

/** The user of a token; undefined for a text of another form. */
function ownerOf(token: string | undefined): string | undefined {
  try {
    const claims = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub } = membersOf(JSON.parse(atob(claims)));
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    // Not a token of this server.
    return undefined;
  }
}
