/** Reads by path: the path determines the type of the answer, `read-api/contract.ts`. */
import type { Reads as Contract } from '../../../read-api/contract.ts';
import { type CallOptions, get } from './client.ts';

export type Reads = Contract;

/** The names of the parameters of a path: `id` of `items/:id/batches`. */
type ParameterOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type ReadOptions = Omit<CallOptions, 'body' | 'idempotencyKey'>;

/** A path with parameters requires a value for each of them. */
type OptionsOf<Path> = [ParameterOf<Path>] extends [never]
  ? readonly [options?: ReadOptions]
  : readonly [options: ReadOptions & { readonly params: Readonly<Record<ParameterOf<Path>, string | number>> }];

/** The data of the answer. Throws ApiError. */
export async function read<Path extends keyof Reads>(path: Path, ...[options]: OptionsOf<Path>): Promise<Reads[Path]> {
  const { params = {}, ...rest }: ReadOptions & { readonly params?: Readonly<Record<string, string | number>> } =
    options ?? {};
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return (await get<Reads[Path]>(filled, rest)).data;
}
