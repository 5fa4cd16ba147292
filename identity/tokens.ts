/** What an access token says: who, and in which session. Never what they may do. */
import type { FastifyJWTOptions } from '@fastify/jwt';

export interface AccessToken {
  /** User id. */
  readonly sub: string;
  readonly sid: string;
  /** The token of a cookie opens pictures, or the documentation, and nothing else. */
  readonly type: 'access' | 'pictures' | 'docs';
}

/** What the token of a customer of the application says. It opens nothing but `/shop`, whose session it names. */
export interface ShopToken {
  /** Number of the online customer. */
  readonly sub: string;
  readonly sid: string;
  readonly type: 'shop';
}

const SHOP_AUDIENCE = 'daftar-shop';
/** The session is asked for with each request, and ends before. */
export const SHOP_SIGNING = { aud: SHOP_AUDIENCE, expiresIn: '400d' } as const;
export const SHOP_VERIFYING = { allowedAud: SHOP_AUDIENCE } as const;

const LIFETIME = '10m';

/** The browser shows the API's own documentation with this cookie, because a page cannot send a header. */
export const DOCS_COOKIE = 'daftar_docs';

/** Pictures are asked for by the page itself, which cannot send a header either. */
export const PICTURES_COOKIE = 'daftar_pictures';

/** Options of @fastify/jwt: one algorithm, one issuer, one audience. */
export function tokenOptions(secret: string): FastifyJWTOptions {
  const issuer = 'daftar';
  const audience = 'daftar-api';
  return {
    secret,
    sign: { algorithm: 'HS256', iss: issuer, aud: audience, expiresIn: LIFETIME },
    verify: { algorithms: ['HS256'], allowedIss: issuer, allowedAud: audience },
  };
}
