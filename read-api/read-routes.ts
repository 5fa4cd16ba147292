/** The routes of the read side as they are declared: for the API document, which also another process serves. */
import Fastify, { type RouteOptions } from 'fastify';
import { marksOf } from '../seal/marks.ts';
import { connectReader } from './database/reader.ts';
import { registerRoutes } from './routes.ts';
import { PositionWatch } from './wait-for-position/position-watch.ts';

/** Nothing is asked of them and no database is reached. */
export function readRoutes(): readonly RouteOptions[] {
  const routes: RouteOptions[] = [];
  const app = Fastify({ exposeHeadRoutes: false });
  app.addHook('onRoute', (route) => void routes.push(route));
  // They connect when they are first used, which they never are.
  const reader = connectReader('');
  const watch = new PositionWatch(reader, '', () => undefined);
  const marks = marksOf({ databaseUrl: '' }, () => undefined);
  registerRoutes(app, { reader, watch, databaseUrl: '', dataDir: '', marks, closing: new AbortController().signal });
  return routes;
}
