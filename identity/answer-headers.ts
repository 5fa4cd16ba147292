/**
 * Headers of every answer. What the API says is kept by no browser and no proxy, refusals among it; a route that says
 * something else of its own (a file of the web) is left as it is.
 */
import type { FastifyInstance } from 'fastify';

const NEVER_KEPT = 'no-store';

/** Receipt printers are reached through these, by the page of the till alone. */
const PRINTERS = ['serial', 'usb'];

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
  'xr-spatial-tracking',
];
const policy = (ofPrinters: string): string =>
  [
    ...UNUSED.map((feature) => `${feature}=()`),
    ...PRINTERS.map((feature) => `${feature}=${ofPrinters}`),
    // A button of the screen fills it.
    'fullscreen=(self)',
  ].join(', ');
export const PERMISSIONS_POLICY = policy('()');
export const TILL_PERMISSIONS_POLICY = policy('(self)');

/** The page of the till, also as its service worker keeps it. */
const TILL = /^\/pos(\.html)?([/?]|$)/;

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
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('Permissions-Policy', TILL.test(url) ? TILL_PERMISSIONS_POLICY : PERMISSIONS_POLICY);
  });
}
