/**
 * Validates values from outside the program (a file, another process, a text column of the database) by a schema, so
 * that later code can rely on their type. The schema is compiled on first use.
 */
import type { StaticEncode, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/**
 * Thrown when a value does not match its schema. The message is for operators and logs: it names the value, the path
 * in it, and the rule.
 */
export class NotAsDeclared extends Error {
  constructor(what: string, path: string, rule: string) {
    super(`${what} is not as it must be: ${path === '' ? 'the whole of it' : path} ${rule}`);
    this.name = 'NotAsDeclared';
  }
}

/** A value that nobody changes. */
export type DeepReadonly<Value> = Value extends readonly (infer Entry)[]
  ? readonly DeepReadonly<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
    : Value;

/** The type that a reader returns, for code that writes such values. */
export type ReadBy<Reader extends { read(value: unknown): unknown }> = DeepReadonly<ReturnType<Reader['read']>>;

export interface Checked<Value> {
  /** Returns the value itself; throws NotAsDeclared. */
  read(value: unknown): Value;
  /** Returns the value of a JSON text; throws NotAsDeclared, also for invalid JSON. */
  parse(text: string): Value;
}

/** `what` is the subject of error messages: `the result of the program`. */
export function checked<Schema extends TSchema>(what: string, schema: Schema): Checked<StaticEncode<Schema>> {
  let compiled: Validator<Record<never, never>, Schema> | undefined;
  const read = (value: unknown): StaticEncode<Schema> => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return value;
    const [error] = compiled.Errors(value);
    throw new NotAsDeclared(what, error?.instancePath ?? '', error?.message ?? 'is something else');
  };
  return { read, parse: (text) => read(parsed(what, text)) };
}

function parsed(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text may contain secrets, so the message does not quote it.
    throw new NotAsDeclared(what, '', 'is no JSON');
  }
}
