/** Paths of values in the data of a document: the fields that refusals name. */
import { objectsOf } from '../../domain/values/members.ts';

export type Data = Readonly<Record<string, unknown>>;

/** The quantity field of the line that moves the goods; movements of bonus goods have an offset line number. */
export function stockField(of: { readonly item: number; readonly line: number }, data: Data, field: string): string {
  const byLine = linesOf(data).get(`${of.line} ${of.item}`) ?? linesOf(data).get(`${of.item}`);
  return byLine !== undefined ? `lines.${byLine}.${field}` : pathOf(data, 'item_fk', of.item);
}

/** The paths of a document's lines, by line and item and by item alone; cached per document. */
const linesOf = once((data: Data) => {
  const lines = objectsOf(data['lines']);
  const places = new Map<string, number>();
  for (const [index, { line_id, item_fk }] of lines.entries()) {
    for (const name of [`${line_id} ${item_fk}`, `${item_fk}`]) if (!places.has(name)) places.set(name, index);
  }
  return places;
});

/** The paths of every value in a document, with their fields; cached per document. */
const pathsOf = once((data: Data) => {
  const paths = new Map<unknown, { readonly field: string; readonly path: string }[]>();
  findPath(data, (field, value, path) => {
    const known = paths.get(value);
    if (known) known.push({ field, path });
    else paths.set(value, [{ field, path }]);
    return false;
  });
  return paths;
});

/** The path of the field that ends with `suffix` and holds `id`; `suffix` itself at the top, and when there is none. */
export function pathOf(data: Data, suffix: string, id: number): string {
  if (data[suffix] === id) return suffix;
  return (
    pathsOf(data)
      .get(id)
      ?.find(({ field }) => field.endsWith(suffix))?.path ?? suffix
  );
}

/** The path of the first value that `matches`, at any depth. */
export function findPath(
  value: unknown,
  matches: (field: string, value: unknown, path: string) => boolean,
  path = '',
  field = '',
): string | undefined {
  if (typeof value !== 'object' || value === null) return matches(field, value, path) ? path : undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = findPath(inner, matches, path === '' ? name : `${path}.${name}`, Array.isArray(value) ? field : name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Calculates the result on first use and caches it by the object. */
function once<Key extends object, Found>(work: (key: Key) => Found): (key: Key) => Found {
  const known = new WeakMap<Key, Found>();
  return (key) => {
    const found = known.get(key) ?? work(key);
    known.set(key, found);
    return found;
  };
}
