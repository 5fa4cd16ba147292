/**
 * Cookies that replace the Authorization header where a page cannot send it: for pictures, and for the API
 * documentation. Each has a token of a separate type, which is valid for nothing else. Requests caused by other sites are
 * refused by `Sec-Fetch-Site`, in addition to SameSite=Strict.
 */
import type { FastifyRequest } from 'fastify';
import { secureName } from './machine/over-https.ts';
import { type AccessToken, DOCS_COOKIE, PICTURES_COOKIE } from './tokens.ts';

export type OpeningCookie = Exclude<AccessToken['type'], 'access'>;

const NAMES: Readonly<Record<OpeningCookie, string>> = { pictures: PICTURES_COOKIE, docs: DOCS_COOKIE };
/** Requests of the page itself, and addresses typed into the browser. */
const OWN: ReadonlySet<string> = new Set(['same-origin', 'none']);

type Asked = Pick<FastifyRequest, 'headers'>;

export function isFromAnotherSite({ headers }: Asked): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && !(typeof site === 'string' && OWN.has(site));
}

/** The value of a cookie; undefined for a request caused by another site. */
export const ownCookie = (request: Pick<FastifyRequest, 'headers' | 'cookies'>, name: string): string | undefined =>
  isFromAnotherSite(request) ? undefined : request.cookies[name];

/** The token of the cookie that the route accepts; undefined without such a cookie, and when there is a header. */
export function openingToken(request: FastifyRequest): string | undefined {
  const { opensWith } = request.routeOptions.config;
  if (opensWith === undefined || request.headers.authorization !== undefined) return undefined;
  return ownCookie(request, secureName(request, NAMES[opensWith]));
}
