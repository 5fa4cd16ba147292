/**
 * Determines whether the browser uses https. A proxy may terminate it invisibly to the process: with
 * PUBLIC_URL=https://… every request counts as https. Cookie flags depend on this.
 */
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** True when PUBLIC_URL starts with https. */
    isPublicHttps?: boolean;
  }
}

type Asked = Pick<FastifyRequest, 'protocol' | 'server'>;

export const isOverHttps = ({ protocol, server }: Asked): boolean =>
  protocol === 'https' || server.isPublicHttps === true;

/** Over https, browsers enforce that a cookie with this prefix was set over https. */
export const secureName = (request: Asked, name: string): string => (isOverHttps(request) ? `__Secure-${name}` : name);

export const cookieFlags = (request: Asked) =>
  ({ httpOnly: true, sameSite: 'strict', secure: isOverHttps(request) }) as const;
