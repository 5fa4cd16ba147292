/** The declared routes of the read side, for the API document, which another process also serves. */
import Fastify, { type RouteOptions } from 'fastify';
import { marksOf } from '../seal/marks.ts';
import { connectReader } from './database/reader.ts';
import { registerRoutes } from './routes.ts';
import { PositionWatch } from './wait-for-position/position-watch.ts';

/** The routes are only declared: no request is handled and no database is used. */
export function readRoutes(): readonly RouteOptions[] {
  const routes: RouteOptions[] = [];
  const app = Fastify({ exposeHeadRoutes: false });
  app.addHook('onRoute', (route) => void routes.push(route));
  // Connects at its first use, which never happens here.
  const reader = connectReader('');
  const watch = new PositionWatch(reader, '', () => undefined);
  const marks = marksOf({ databaseUrl: '' }, () => undefined);
  registerRoutes(app, { reader, watch, databaseUrl: '', dataDir: '', marks, closing: new AbortController().signal });
  return routes;
}
