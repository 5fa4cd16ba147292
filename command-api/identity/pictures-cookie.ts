/** The cookie with which a page asks for pictures: the page cannot send a header, and keeps no other token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieFlags, secureName } from '../../identity/over-https.ts';
import { type AccessToken, PICTURES_COOKIE } from '../../identity/tokens.ts';
import type { Issued } from './sessions.ts';

const PATH = '/images';
/** A working day: that the session has not ended is asked with every picture. */
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
