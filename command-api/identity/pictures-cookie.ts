/** The cookie for loading pictures: image elements cannot send a header, and the page stores no other token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieFlags, secureName } from '../../identity/machine/over-https.ts';
import { type AccessToken, PICTURES_COOKIE } from '../../identity/tokens.ts';
import type { Issued } from './sessions.ts';

const PATH = '/images';
/** A working day; every request for a picture also checks that the session is open. */
const LIFETIME_SECONDS = 12 * 3600;

export function setPicturesCookie(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { sid, userId }: Pick<Issued, 'sid' | 'userId'>,
): void {
  const says: AccessToken = { sub: String(userId), sid, type: 'pictures' };
  reply.setCookie(secureName(request, PICTURES_COOKIE), app.jwt.sign(says, { expiresIn: LIFETIME_SECONDS }), {
    ...cookieFlags(request),
    path: PATH,
    maxAge: LIFETIME_SECONDS,
  });
}

export function clearPicturesCookie(reply: FastifyReply): void {
  const { request } = reply;
  reply.clearCookie(secureName(request, PICTURES_COOKIE), { ...cookieFlags(request), path: PATH });
}
