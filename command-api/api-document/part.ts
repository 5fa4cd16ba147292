/**
 * The part of the API document for one tag: the pages show one part at a time, because browsers render the whole too
 * slowly.
 */
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import type { ApiDocument } from './document.ts';
import { isSchema } from './plain-schema.ts';

/** The operations of the tag with all components that they need; empty for an unknown tag. */
export function partOf(document: ApiDocument, tag: string): ApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const own = Object.entries(operations).filter(([, { tags }]) => tags.includes(tag));
    return own.length > 0 ? [[path, Object.fromEntries(own)] as const] : [];
  });
  const { securitySchemes = {}, ...shared } = document.components;
  const needed = referredTo(paths, shared);
  const components = Object.entries(shared).map(([kind, all]) => [
    kind,
    Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(`#/components/${kind}/${name}`))),
  ]);
  const tags = objectsOf(document['tags']).filter(({ name }) => name === tag);
  return {
    ...document,
    tags,
    paths: Object.fromEntries(paths),
    components: { securitySchemes, ...Object.fromEntries(components) },
  };
}

function referredTo(from: unknown, components: ApiDocument['components']): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const entry of value) visit(entry);
    if (!isSchema(value)) return;
    const { $ref } = membersOf(value);
    if (typeof $ref === 'string' && !found.has($ref)) {
      found.add($ref);
      const [, , kind = '', name = ''] = $ref.split('/');
      visit(components[kind]?.[name]);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(from);
  return found;
}
