/** Reads by path: the path determines the type of the answer, `read-api/contract.ts` and `command-api/contract.ts`. */
import type { Reads as OfCommandSide } from '../../../command-api/contract.ts';
import type { ListPage, Reads as OfReadSide } from '../../../read-api/contract.ts';
import { type Answer, type CallOptions, get } from './client.ts';

export type Reads = OfReadSide & OfCommandSide;

/** The names of the parameters of a path: `id` of `items/:id/batches`. */
type ParameterOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A path without parameters. */
export type PlainPath = Exclude<keyof Reads, `${string}:${string}`>;

type ReadOptions = Omit<CallOptions, 'body' | 'idempotencyKey'>;
export type Parameters<Path> = { readonly params: Readonly<Record<ParameterOf<Path>, string | number>> };

/** The data of the answer. Throws ApiError. */
export function read<Path extends PlainPath>(path: Path, options?: ReadOptions): Promise<Reads[Path]>;
/** The same, of a path with parameters. */
export function read<Path extends keyof Reads>(
  path: Path,
  options: ReadOptions & Parameters<Path>,
): Promise<Reads[Path]>;
export async function read<Path extends keyof Reads>(
  path: Path,
  { params, ...options }: ReadOptions & { readonly params?: Values } = {},
): Promise<Reads[Path]> {
  return (await get<Reads[Path]>(filledIn(path, params), options)).data;
}

/** The same with what is said of the answer: that it is stale. */
export const readAnswer = <Path extends keyof Reads>(
  path: Path,
  { params, ...options }: ReadOptions & Parameters<Path>,
): Promise<Answer<Reads[Path]>> => get<Reads[Path]>(filledIn(path, params), options);

type Report = object;

/** A report whose path is known only at run time. */
export const readReport = async (path: string, options?: ReadOptions): Promise<Report> =>
  (await get<Report>(path, options)).data;

/** A page of a list whose path is known only at run time. */
export const readPage = async (path: string, options?: ReadOptions): Promise<ListPage> =>
  (await get<ListPage>(path, options)).data;

type Values = Readonly<Record<string, string | number>>;

/** The path with the values of its parameters. */
export const filledIn = (path: string, params: Values = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
