/**
 * Narrows a value that the surrounding code guarantees and the compiler cannot prove: an element of a list, a match of
 * a pattern.
 */

/** Returns the value; throws when it is undefined or null. `what` names the value in the error. */
export function defined<Value>(value: Value, what = 'a value'): NonNullable<Value> {
  if (value === undefined || value === null) throw new TypeError(`${what} is missing`);
  return value;
}
