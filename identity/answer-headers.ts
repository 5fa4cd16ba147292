/**
 * Headers of every answer. What the API says is kept by no browser and no proxy, refusals among it; a route that says
 * something else of its own (a file of the web) is left as it is.
 */
import type { FastifyInstance } from 'fastify';

const NEVER_KEPT = 'no-store';

/** What the web does not use no page of this origin may use, whatever comes to run in one. */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
export const PERMISSIONS_POLICY = [
  ...UNUSED.map((feature) => `${feature}=()`),
  // A button of the screen fills it.
  'fullscreen=(self)',
].join(', ');

/** Call it before the routes of `app` are added. */
export function neverKept(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    // The library of the documentation says for its own pages that they may be kept.
    const isDocs = request.routeOptions.config?.opensWith === 'docs';
    if (isDocs || !reply.hasHeader('cache-control')) reply.header('Cache-Control', NEVER_KEPT);
  });
}

/** Of the whole server, pages of the web among it. */
export function restrictBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Permissions-Policy', PERMISSIONS_POLICY);
  });
}
