/** Parts of a value whose form is not known yet: a JSON Schema, a row of a read model, the data of an event of any type. */

export type Members = Readonly<Record<string, unknown>>;

/** Anything but a list or null: its members can be asked for by name. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is Members => Array.isArray(value);

/** The members of an object, or of a list by their index; none of anything else. It is the same object, no copy. */
export const membersOf = (value: unknown): Members => (isObject(value) || isList(value) ? value : {});

/** The elements of a list; none of anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isText = (value: unknown): value is string => typeof value === 'string';

/** The objects of a list, in order; none of anything else. The same list when all of its elements are objects. */
export function objectsOf(value: unknown): readonly Members[] {
  const list = listOf(value);
  return list.every(isObject) ? list : list.filter(isObject);
}

/** The texts of a list, in order; none of anything else. The same list when all of its elements are texts. */
export function textsOf(value: unknown): readonly string[] {
  const list = listOf(value);
  return list.every(isText) ? list : list.filter(isText);
}

const areTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText);

/** An object whose members are all texts: the parameters of an address. Throws TypeError for any other. */
export function textsIn(value: unknown): Readonly<Record<string, string>> {
  if (!areTexts(value)) throw new TypeError('not all of its members are texts');
  return value;
}

/** The numbers of a list, in order; none of anything else. */
export const numbersOf = (value: unknown): readonly number[] =>
  listOf(value).filter((entry) => typeof entry === 'number');

/** Whether a value is one of a closed list. */
export const isOneOf = <Known>(all: readonly Known[], value: unknown): value is Known =>
  all.some((known) => known === value);

/** An object with a member for each of the names. */
export const keyedBy = <Name extends string, Value>(
  names: readonly Name[],
  memberOf: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, memberOf(name)])) as Record<Name, Value>;

/** The names of an object that is written out in the code, which has no others. */
export const keysOf = <Constant extends object>(written: Constant): (keyof Constant & string)[] =>
  Object.keys(written) as (keyof Constant & string)[];
