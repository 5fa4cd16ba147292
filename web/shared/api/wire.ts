/** Validates answers of the server: some fields of each answer, so that a page may rely on their types. */
import { isObject, listOf } from '../../../domain/values/members.ts';
import { ApiError, type ErrorBody } from './error.ts';

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list' | 'string?';

/** Required fields with their kinds; a `string?` may be missing or null. */
export type Shape<Data> = { readonly [Field in keyof Data]?: Kind };

const isOf = (value: unknown, kind: Kind | undefined): boolean =>
  kind === 'list'
    ? Array.isArray(value)
    : typeof value === kind || (kind === 'string?' && (value ?? '') === String(value ?? ''));

export const fits = <Data>(value: unknown, shape: Shape<Data>): value is Data =>
  isObject(value) && Object.entries<Kind | undefined>(shape).every(([field, kind]) => isOf(value[field], kind));

/** The members of a list that have the shape; empty for any other value. */
export const listThatFits = <Data>(value: unknown, shape: Shape<Data>): readonly Data[] =>
  listOf(value).filter((entry): entry is Data => fits<Data>(entry, shape));

/** Throws ApiError `unreadable`: the answer comes from another version, or from a proxy. */
export function mustFit<Data>(value: unknown, shape: Shape<Data>): Data {
  if (fits<Data>(value, shape)) return value;
  throw new ApiError(0, { code: 'unreadable' });
}

/** The JSON body of an answer; undefined for other bodies. An aborted or interrupted read rejects. */
export async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}

const ERROR: Shape<ErrorBody> = { code: 'string?', message: 'string?' };

/** An answer without a readable body has its status only. */
export async function errorBodyOf(answer: Response): Promise<ErrorBody> {
  // The status is sufficient.
  const body: unknown = await answer.json().catch(() => undefined);
  return fits<ErrorBody>(body, ERROR) ? body : {};
}
