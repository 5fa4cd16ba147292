/**
 * Whether the browser speaks https. A proxy may end it, so the process does not always see it: with PUBLIC_URL=https://…
 * it is so for every request. Cookies are made by this.
 */
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** PUBLIC_URL begins with https. */
    isPublicHttps?: boolean;
  }
}

type Asked = Pick<FastifyRequest, 'protocol' | 'server'>;

export const isOverHttps = ({ protocol, server }: Asked): boolean =>
  protocol === 'https' || server.isPublicHttps === true;

/** Where there is https, the browser itself makes sure that a cookie of this name came over it. */
export const secureName = (request: Asked, name: string): string => (isOverHttps(request) ? `__Secure-${name}` : name);

export const cookieFlags = (request: Asked) =>
  ({ httpOnly: true, sameSite: 'strict', secure: isOverHttps(request) }) as const;
