/** For a value that the code around it has made sure of and that the compiler cannot see: an element of a list, a match of a pattern. */

/** The value; throws where it is undefined or null. `what` names it in the error. */
export function defined<Value>(value: Value, what = 'a value'): NonNullable<Value> {
  if (value === undefined || value === null) throw new TypeError(`${what} is missing`);
  return value;
}
