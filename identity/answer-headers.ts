/**
 * Headers of every answer. Browsers and proxies must not cache answers of the API, including refusals; a route with
 * its own caching (a file of the web) is unchanged.
 */
import type { FastifyInstance } from 'fastify';

const NEVER_KEPT = 'no-store';

/** Browser features for receipt printers, allowed only on the page of the till. */
const PRINTERS = ['serial', 'usb'];

/** Browser features that no page uses, denied so that injected code cannot use them. */
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
  'xr-spatial-tracking',
];
const policy = (ofPrinters: string): string =>
  [
    ...UNUSED.map((feature) => `${feature}=()`),
    ...PRINTERS.map((feature) => `${feature}=${ofPrinters}`),
    // Used by the full screen button.
    'fullscreen=(self)',
  ].join(', ');
export const PERMISSIONS_POLICY = policy('()');
export const TILL_PERMISSIONS_POLICY = policy('(self)');

/** The page of the till, including its cached copy in the service worker. */
const TILL = /^\/pos(\.html)?([/?]|$)/;

/** Call it before the routes of `app` are added. */
export function neverKept(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    // The pages of the API documentation set their own caching.
    const isDocs = request.routeOptions.config?.opensWith === 'docs';
    if (isDocs || !reply.hasHeader('cache-control')) reply.header('Cache-Control', NEVER_KEPT);
  });
}

/** Applies to the whole server, including pages of the web. */
export function restrictBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('Permissions-Policy', TILL.test(url) ? TILL_PERMISSIONS_POLICY : PERMISSIONS_POLICY);
  });
}
