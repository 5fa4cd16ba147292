/** The API's own documentation at `docs`, made from the schemas that validate; for signed-in administrators. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

const DOCS = '/docs';
export const DOCS_PERMISSION = 'system_settings/update';

/** Who may ask for the pages that the library adds, and with which cookie. */
export const docsConfig = (url: string) =>
  url.includes(DOCS) ? ({ permission: DOCS_PERMISSION, opensWith: 'docs' } as const) : undefined;

export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Daftar', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
  });
}

/** After the guard, so that it holds for these pages too. */
export async function registerDocsPages(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, { routePrefix: DOCS });
}
