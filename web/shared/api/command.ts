/** Commands by path: the path determines the types of the body and of the answer, `command-api/contract.ts`. */
import type { Patches as PatchesOfCommandSide, Posts as PostsOfCommandSide } from '../../../command-api/contract.ts';
import type { TransitionBodies } from '../../../domain/registry/documents.ts';
import type { Patches as PatchesOfReadSide, Posts as PostsOfReadSide } from '../../../read-api/contract.ts';
import { type Answer, type CallOptions, patch, post } from './client.ts';
import type { Entered } from './enter.ts';
import { filledIn, type Parameters } from './read.ts';

/** What every change of a document or record may say besides its own fields. */
interface BasedOn {
  readonly revision?: number;
  readonly confirmed?: boolean;
}

/** The transitions of documents have the bodies of their declarations. */
type Transitions = {
  readonly [Path in keyof TransitionBodies]: {
    readonly body: TransitionBodies[Path] & BasedOn;
    readonly answer: Entered;
  };
};

export type Posts = PostsOfCommandSide & PostsOfReadSide & Transitions;
export type Patches = PatchesOfCommandSide & PatchesOfReadSide;

/** Path parameters and body are required where the command has them. */
type CommandOptions<Path, Body> = Omit<CallOptions, 'body'> &
  (Path extends `${string}:${string}` ? Parameters<Path> : { readonly params?: never }) &
  (Record<never, never> extends Body ? { readonly body?: Body } : { readonly body: Body });

/** The options may be left out when none of them is required. */
type Given<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

interface AnyOptions extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Sends the command with POST. Throws ApiError. */
export function command<Path extends keyof Posts>(
  path: Path,
  ...[options]: Given<CommandOptions<Path, Posts[Path]['body']>>
): Promise<Answer<Posts[Path]['answer']>>;
export function command(path: string, { params, body, ...options }: AnyOptions = {}): Promise<Answer<unknown>> {
  return post(filledIn(path, params), body, options);
}

/** The same with PATCH. */
export function amend<Path extends keyof Patches>(
  path: Path,
  ...[options]: Given<CommandOptions<Path, Patches[Path]['body']>>
): Promise<Answer<Patches[Path]['answer']>>;
export function amend(path: string, { params, body, ...options }: AnyOptions = {}): Promise<Answer<unknown>> {
  return patch(filledIn(path, params), body, options);
}
