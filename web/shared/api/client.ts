/**
 * All requests to the server. Adds the bearer token, the language, an idempotency key to writes, and to reads the
 * position of this window's last write, so that a clerk sees the data just saved.
 */

import { v4 as uuid } from 'uuid';
import { membersOf } from '../../../domain/values/members.ts';
import { type Language, preferences } from '../language/preferences.ts';
import { isBackground } from './activity.ts';
import { askPerson, asksAPerson } from './confirmation.ts';
import { ApiError, saysStepIsPending, saysTokenIsOver } from './error.ts';
import { askForProof, asksForProof } from './proof.ts';
import { currentToken, isStillOf, refreshToken, signedOut, tokenOwner, whileRefreshing } from './token.ts';
import { errorBodyOf, fits, jsonOf, mustFit, type Shape } from './wire.ts';

export type QueryValue = string | number | boolean | null | undefined;

export interface CallOptions {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** One for each opened form; a write without one gets a new one. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** The required shape of `data`; otherwise ApiError `unreadable`. */
  readonly shape?: Shape<Record<string, unknown>>;
  /** Language of record names; default the person's. */
  readonly language?: Language;
  /** Sign-in must not try to refresh the token. */
  readonly anonymous?: boolean;
}

export interface Answer<Data> {
  readonly message?: string;
  readonly data: Data;
  /** Position of the last event written by this command, as a decimal string or number; null when it wrote none. */
  readonly position?: string | number | null;
  /** The answer may lack the newest events: a read model is behind or stopped. */
  readonly stale?: boolean;
  /** The answer lacks events of this window, and a later one will contain them. */
  readonly behind?: boolean;
}

/** Later reads wait for this position: that of work which outlived its request. */
export function readAfter(position: string | null): void {
  // This window may have written more since.
  if (position !== null && BigInt(position) > BigInt(lastPosition ?? 0)) lastPosition = position;
}

let onStepPending: () => void = () => {};

/** Called when the server requires a step first: a new password, a second factor. */
export function whenStepPending(listener: () => void): void {
  onStepPending = listener;
}

let onRead: (path: string, isBehind: boolean) => void = () => {};

/** Called after each successful GET. */
export function whenRead(listener: (path: string, isBehind: boolean) => void): void {
  onRead = listener;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
let lastPosition: string | undefined;

export const get = <Data>(path: string, options?: CallOptions) => call<Data>('GET', path, options);
export const post = <Data>(path: string, body?: unknown, options?: CallOptions) =>
  call<Data>('POST', path, { ...options, body });
export const patch = <Data>(path: string, body?: unknown, options?: CallOptions) =>
  call<Data>('PATCH', path, { ...options, body });
export const destroy = <Data>(path: string, options?: CallOptions) => call<Data>('DELETE', path, options);

/** `path` is relative to `/api/`: `items/12`. Throws ApiError. */
export async function call<Data>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<Data>> {
  const answer = await reachConfirmed(method, path, options);
  const body = mustFit<Answer<Data>>(answer.status === 204 ? {} : await jsonOf(answer), {});
  if (options.shape && !fits(body.data, options.shape)) throw new ApiError(0, { code: 'unreadable' });
  if (method === 'GET') onRead(path, body.behind === true);
  if (method !== 'GET' && body.position !== undefined && body.position !== null) lastPosition = String(body.position);
  return body;
}

/** A file instead of a JSON answer. Throws ApiError. */
export async function getFile(path: string, options: CallOptions = {}): Promise<{ name: string; content: Blob }> {
  const answer = await reach('GET', path, options);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'daftar';
  return { name, content: await answer.blob() };
}

/** The same; asks the person when the server requests a confirmation. */
async function reachConfirmed(method: Method, path: string, options: CallOptions): Promise<Response> {
  try {
    return await reachProved(method, path, options);
  } catch (problem) {
    const isPreview = options.query?.['dry_run'] !== undefined;
    if (!(problem instanceof ApiError) || !asksAPerson(problem) || isPreview) throw problem;
    if (!(await askPerson(problem))) throw problem;
    return reachProved(method, path, {
      ...options,
      body: { ...membersOf(options.body), confirmed: true },
    });
  }
}

/** The same; asks for the password when the server requires a proof. */
async function reachProved(method: Method, path: string, options: CallOptions): Promise<Response> {
  try {
    return await reach(method, path, options);
  } catch (problem) {
    if (!(problem instanceof ApiError) || !asksForProof(problem) || !(await askForProof())) throw problem;
    return reach(method, path, options);
  }
}

/** The successful answer, after refreshing the token if necessary. Never sent with the token of another person. */
async function reach(method: Method, path: string, options: CallOptions): Promise<Response> {
  const writeKey = method === 'GET' ? undefined : (options.idempotencyKey ?? uuid());
  const sender = tokenOwner();
  if (!options.anonymous) await whileRefreshing();
  mustBeOf(sender, options);
  let answer = await send(method, path, options, writeKey);
  if (answer.status === 401 && !options.anonymous) {
    if (!(await refreshToken())) {
      signedOut();
      throw new ApiError(401, await errorBodyOf(answer));
    }
    mustBeOf(sender, options);
    answer = await send(method, path, options, writeKey);
    if (answer.status === 401) signedOut();
  }
  if (answer.ok) return answer;
  const problem = new ApiError(answer.status, await errorBodyOf(answer));
  if (saysTokenIsOver(problem)) signedOut();
  if (saysStepIsPending(problem)) onStepPending();
  throw problem;
}

/** Throws ApiError 401 when the window has become another person's since the request was made. */
function mustBeOf(sender: string | undefined, { anonymous }: CallOptions): void {
  if (!anonymous && !isStillOf(sender)) throw new ApiError(401, {});
}

async function send(method: Method, path: string, options: CallOptions, key: string | undefined): Promise<Response> {
  const headers = new Headers({ 'Accept-Language': options.language ?? preferences().language });
  const token = currentToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (key) headers.set('Idempotency-Key', key);
  if (method === 'GET' && lastPosition !== undefined) headers.set('X-Wait-For-Position', lastPosition);
  if (isBackground() && !options.anonymous) headers.set('X-Background', '1');
  const { body } = options;
  const isForm = body instanceof FormData;
  // The browser sets the boundary of form parts itself.
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  try {
    return await fetch(`/api/${path}${queryString(options.query)}`, {
      method,
      headers,
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      signal: options.signal ?? null,
    });
  } catch (problem) {
    if (options.signal?.aborted) throw problem;
    throw new ApiError(0, {});
  }
}

function queryString(query: CallOptions['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
