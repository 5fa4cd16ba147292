/** The API document at `docs/json` and its pages at `docs`, for signed-in administrators. */

import swagger from '@fastify/swagger';
import swaggerUi, { type FastifySwaggerUiConfigOptions } from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { membersOf } from '../../domain/values/members.ts';
import { type ApiDocument, apiDocument } from '../api-document/document.ts';
import { partOf } from '../api-document/part.ts';
import { collectRoutes, declaredRoutes } from '../api-document/routes.ts';
import { TAGS } from '../api-document/tags.ts';

const DOCS = '/docs';
export const DOCS_PERMISSION = 'system_settings/update';

/** Permission and cookie for the pages that the library adds. */
export const docsConfig = (url: string) =>
  url.includes(DOCS) ? ({ permission: DOCS_PERMISSION, opensWith: 'docs' } as const) : undefined;

/**
 * Call it before the routes of `app` are added. Returns a function that builds the document of these and the read
 * side's routes on first call.
 */
export function collectDocument(app: FastifyInstance, readRoutes: () => readonly RouteOptions[]): () => ApiDocument {
  const own = collectRoutes(app);
  let made: ApiDocument | undefined;
  return () => {
    made ??= apiDocument([...declaredRoutes(own, false), ...declaredRoutes(readRoutes(), true)]);
    return made;
  };
}

/** Call it after the guard, so that these pages are guarded too. */
export async function registerDocsPages(app: FastifyInstance, document: () => ApiDocument): Promise<void> {
  // The library requires a document before it serves pages.
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    transformSpecification: (_own, request) => shown(document(), request),
    transformSpecificationClone: false,
    // A page shows one tag, selected at its top.
    uiConfig: {
      urls: Object.keys(TAGS).map((tag) => ({ name: tag, url: `json?tag=${tag}` })),
      docExpansion: 'list',
      deepLinking: true,
      defaultModelsExpandDepth: -1,
    } as FastifySwaggerUiConfigOptions,
    uiHooks: { onRequest: sendIndexHome },
    transformStaticCSP: withOwnStyle,
  });
}

/** Hash of the inline style of the pages; test/browser/api-pages.all.test.ts fails when it changes. */
const STYLE = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=';

const withOwnStyle = (policy: string): string =>
  policy.replace(/style-src ([^;]*)/, (_, allowed: string) => `style-src ${allowed} '${STYLE}'`);

/** The whole document, or with `?tag=sales` the part for one tag. */
function shown(document: ApiDocument, { query }: FastifyRequest): ApiDocument {
  const { tag } = membersOf(query);
  return typeof tag === 'string' ? partOf(document, tag) : document;
}

/** Redirects the library's `static/index.html` to the page, except for the library's own request with a query. */
async function sendIndexHome(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const [path = '', question] = request.url.split('?');
  return question !== undefined && path.endsWith('/static/index.html')
    ? reply.redirect(path.replace(/static\/index\.html$/, ''))
    : undefined;
}
