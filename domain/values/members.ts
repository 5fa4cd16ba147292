/** Parts of a value of unknown shape: a JSON Schema, a row of a read model, the data of an event of any type. */

export type Members = Readonly<Record<string, unknown>>;

/** True for objects other than lists: their members can be read by name. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is Members => Array.isArray(value);

/** The members of an object, or of a list by index; empty for any other value. Returns the same object, not a copy. */
export const membersOf = (value: unknown): Members => (isObject(value) || isList(value) ? value : {});

/** The elements of a list; empty for any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isText = (value: unknown): value is string => typeof value === 'string';

/** The objects of a list, in order; empty for any other value. Returns the same list when all elements are objects. */
export function objectsOf(value: unknown): readonly Members[] {
  const list = listOf(value);
  return list.every(isObject) ? list : list.filter(isObject);
}

/** The texts of a list, in order; empty for any other value. Returns the same list when all elements are texts. */
export function textsOf(value: unknown): readonly string[] {
  const list = listOf(value);
  return list.every(isText) ? list : list.filter(isText);
}

const areTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText);

/** An object whose members are all texts, such as query parameters. Throws TypeError for any other value. */
export function textsIn(value: unknown): Readonly<Record<string, string>> {
  if (!areTexts(value)) throw new TypeError('not all of its members are texts');
  return value;
}

/** The numbers of a list, in order; empty for any other value. */
export const numbersOf = (value: unknown): readonly number[] =>
  listOf(value).filter((entry) => typeof entry === 'number');

/** True when a value is an element of a closed list. */
export const isOneOf = <Known>(all: readonly Known[], value: unknown): value is Known =>
  all.some((known) => known === value);

/** An object with a member for each of the names. */
export const keyedBy = <Name extends string, Value>(
  names: readonly Name[],
  memberOf: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, memberOf(name)])) as Record<Name, Value>;

/** The names of an object literal, which has no further members at run time. */
export const keysOf = <Constant extends object>(written: Constant): (keyof Constant & string)[] =>
  Object.keys(written) as (keyof Constant & string)[];
