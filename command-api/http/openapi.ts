/** The API's own documentation at `docs`, made from the schemas that validate; for signed-in administrators. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

const DOCS = '/docs';
export const DOCS_PERMISSION = 'system_settings/update';

/** The permission of the pages that the library adds. */
export function docsPermission(url: string): string | undefined {
  return url.includes(DOCS) ? DOCS_PERMISSION : undefined;
}

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
