/** Commands by path: the path determines the types of the body and of the answer, `command-api/contract.ts`. */
import type {
  Deletes as DeletesOfCommandSide,
  Patches as PatchesOfCommandSide,
  Posts as PostsOfCommandSide,
} from '../../../command-api/contract.ts';
import type { RecordBodies } from '../../../domain/registry/declared-records.ts';
import type { DocumentBodies, TransitionBodies } from '../../../domain/registry/documents.ts';
import type {
  Deletes as DeletesOfReadSide,
  Patches as PatchesOfReadSide,
  Posts as PostsOfReadSide,
} from '../../../read-api/contract.ts';
import { type Answer, type CallOptions, destroy, patch, post } from './client.ts';
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

/** Records are entered with the body of their declaration, and changed with a part of it. */
type Records = { readonly [Resource in keyof RecordBodies]: Entering<RecordBodies[Resource]> };
type Documents = { readonly [Resource in keyof DocumentBodies]: Entering<DocumentBodies[Resource]> };
type Changes = {
  readonly [Resource in keyof RecordBodies as `${Resource}/:id`]: Entering<Partial<RecordBodies[Resource]>>;
};
/** Records are taken out of use and into use again. */
type Removals = { readonly [Resource in keyof RecordBodies as `${Resource}/:id`]: Entering<unknown> };
type Restorals = { readonly [Resource in keyof RecordBodies as `${Resource}/:id/restore`]: Entering<unknown> };
interface Entering<Body> {
  readonly body: Body & BasedOn;
  readonly answer: Entered;
}

/** Of a resource or a transition that is known only at run time: the server alone compares the body. */
interface Unknown {
  readonly body: object;
  readonly answer: Entered & Readonly<Record<string, unknown>>;
}
type OfAnyResource = Readonly<Record<':resource' | ':resource/:id/:transition', Unknown>>;

export type Posts = PostsOfCommandSide &
  PostsOfReadSide &
  Transitions &
  Records &
  Restorals &
  Documents &
  OfAnyResource;
export type Patches = PatchesOfCommandSide & PatchesOfReadSide & Changes & Readonly<Record<':resource/:id', Unknown>>;

export type Deletes = DeletesOfCommandSide & DeletesOfReadSide & Removals & Readonly<Record<':resource/:id', Unknown>>;

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

/** The same with a form that has a file. */
export function upload<Path extends keyof Posts>(
  path: Path,
  form: FormData,
  params?: AnyOptions['params'],
): Promise<Answer<Posts[Path]['answer']>>;
export function upload(path: string, form: FormData, params?: AnyOptions['params']): Promise<Answer<unknown>> {
  return post(filledIn(path, params), form);
}

/** The same with PATCH. */
export function amend<Path extends keyof Patches>(
  path: Path,
  ...[options]: Given<CommandOptions<Path, Patches[Path]['body']>>
): Promise<Answer<Patches[Path]['answer']>>;
export function amend(path: string, { params, body, ...options }: AnyOptions = {}): Promise<Answer<unknown>> {
  return patch(filledIn(path, params), body, options);
}

/** The same with DELETE. */
export function remove<Path extends keyof Deletes>(
  path: Path,
  ...[options]: Given<CommandOptions<Path, Deletes[Path]['body']>>
): Promise<Answer<Deletes[Path]['answer']>>;
export function remove(path: string, { params, ...options }: AnyOptions = {}): Promise<Answer<unknown>> {
  return destroy(filledIn(path, params), options);
}
