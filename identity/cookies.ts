/**
 * Cookies that stand in for the header where a page cannot send one: of pictures, and of the API's documentation. Each
 * has a token of its own type, which opens nothing else. A request that another site caused has no cookies: browsers say
 * so (`Sec-Fetch-Site`), beside that they do not send them (SameSite=Strict).
 */
import type { FastifyRequest } from 'fastify';
import { secureName } from './over-https.ts';
import { type AccessToken, DOCS_COOKIE, PICTURES_COOKIE } from './tokens.ts';

export type OpeningCookie = Exclude<AccessToken['type'], 'access'>;

const NAMES: Readonly<Record<OpeningCookie, string>> = { pictures: PICTURES_COOKIE, docs: DOCS_COOKIE };
/** The page itself, and what a person types into the browser. */
const OWN: ReadonlySet<string> = new Set(['same-origin', 'none']);

type Asked = Pick<FastifyRequest, 'headers'>;

export function isFromAnotherSite({ headers }: Asked): boolean {
  const reported = headers['sec-fetch-site'];
  return reported !== undefined && !(typeof reported === 'string' && OWN.has(reported));
}

/** The value of a cookie; undefined where another site asks. */
export const ownCookie = (request: Pick<FastifyRequest, 'headers' | 'cookies'>, name: string): string | undefined =>
  isFromAnotherSite(request) ? undefined : request.cookies[name];

/** The token of the cookie that opens the route; undefined where none does, and where there is a header. */
export function openingToken(request: FastifyRequest): string | undefined {
  const { opensWith } = request.routeOptions.config;
  if (opensWith === undefined || request.headers.authorization !== undefined) return undefined;
  return ownCookie(request, secureName(request, NAMES[opensWith]));
}
