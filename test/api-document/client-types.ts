/**
 * Types of a client, as `openapi-typescript` makes them. It works on the interfaces of TypeScript 5, which stands beside the
 * compiler of this repository under a name of its own.
 */
import { registerHooks } from 'node:module';

export async function clientTypes(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      const isTheirs = name === 'typescript' && context.parentURL?.includes('/openapi-typescript/') === true;
      return next(isTheirs ? 'typescript-5' : name, context);
    },
  });
  try {
    const { default: openapiTypes, astToString } = await import('openapi-typescript');
    return astToString(await openapiTypes(document));
  } finally {
    hooks.deregister();
  }
}
