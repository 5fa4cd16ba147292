/** Content of access tokens: user and session, never permissions. */
import type { FastifyJWTOptions } from '@fastify/jwt';

export interface AccessToken {
  /** User id. */
  readonly sub: string;
  readonly sid: string;
  /** A cookie's token is valid only for pictures, or only for the documentation. */
  readonly type: 'access' | 'pictures' | 'docs';
}

/** Content of an application customer's token. It is valid only for `/shop` and names its session. */
export interface ShopToken {
  /** Id of the online customer. */
  readonly sub: string;
  readonly sid: string;
  readonly type: 'shop';
}

const SHOP_AUDIENCE = 'daftar-shop';
/** Longer than sessions, because the session is checked with each request. */
export const SHOP_SIGNING = { aud: SHOP_AUDIENCE, expiresIn: '400d' } as const;
export const SHOP_VERIFYING = { allowedAud: SHOP_AUDIENCE } as const;

const LIFETIME = '10m';

/** The cookie for the API's documentation pages, which cannot send a header. */
export const DOCS_COOKIE = 'daftar_docs';

/** The cookie for pictures, which pages load without a header. */
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
