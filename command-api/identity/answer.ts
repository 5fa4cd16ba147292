/** Common functions of the sign-in routes: answers, cookies, and issuing tokens. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownCookie } from '../../identity/cookies.ts';
import type { Identity } from '../../identity/identity.ts';
import type { DiskSpace } from '../../identity/machine/disk-space.ts';
import { cookieFlags, secureName } from '../../identity/machine/over-https.ts';
import type { AccessToken } from '../../identity/tokens.ts';
import type { Commands } from '../commands/open-commands.ts';
import type { TillTickets } from './at-tills/till-tickets.ts';
import { DEVICE_DAYS } from './known-devices.ts';
import type { LeakedPasswords } from './passwords/leaked-passwords.ts';
import { setPicturesCookie } from './pictures-cookie.ts';
import type { SecretCipher } from './second-step/secret-cipher.ts';
import { type Issued, REFRESH_SECONDS, type Sessions } from './sessions.ts';

export interface IdentityRoutes {
  readonly identity: Identity;
  readonly sessions: Sessions;
  readonly commands: Commands;
  /** Cipher of the secrets of second factors. */
  readonly cipher: SecretCipher;
  readonly tickets: TillTickets;
  /** Undefined when the operator has not configured the file. */
  readonly leaked?: LeakedPasswords | undefined;
  /** Without it, attempts of strangers are stored whatever the free disk space. */
  readonly space?: DiskSpace | undefined;
}

const COOKIES = {
  refresh: { name: 'daftar_refresh', path: '/api/auth', maxAge: REFRESH_SECONDS },
  /** The maximum that browsers allow: a till is enrolled once. */
  till: { name: 'daftar_till', path: '/api', maxAge: 400 * 86_400 },
  device: { name: 'daftar_device', path: '/api/auth', maxAge: DEVICE_DAYS * 86_400 },
} as const;
export type Cookie = keyof typeof COOKIES;

const nameOf = (request: FastifyRequest, cookie: Cookie): string => secureName(request, COOKIES[cookie].name);

export const readCookie = (request: FastifyRequest, cookie: Cookie): string | undefined =>
  ownCookie(request, nameOf(request, cookie));

export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie, value: string): void {
  const { path, maxAge } = COOKIES[cookie];
  reply.setCookie(nameOf(request, cookie), value, { ...cookieFlags(request), path, maxAge });
}

export function clearCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie): void {
  // Browsers ignore an insecure cookie with the prefix `__Secure-`, even one that deletes it.
  reply.clearCookie(nameOf(request, cookie), { ...cookieFlags(request), path: COOKIES[cookie].path });
}

export const accessToken = (app: FastifyInstance, { sid, userId }: Pick<Issued, 'sid' | 'userId'>): string =>
  app.jwt.sign({ sub: String(userId), sid, type: 'access' } satisfies AccessToken);

export function sendTokens(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  issued: Issued,
  data: Readonly<Record<string, unknown>>,
  /** The new token that identifies the browser. */
  device?: string,
): FastifyReply {
  const token = accessToken(app, issued);
  setCookie(request, reply, 'refresh', issued.refreshToken);
  if (device !== undefined) setCookie(request, reply, 'device', device);
  setPicturesCookie(app, request, reply, issued);
  return reply.send({ access_token: token, data: { access_token: token, ...data } });
}
