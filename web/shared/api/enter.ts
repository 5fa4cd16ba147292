/** Enters documents: the resource determines the type of the body, by the declaration of the document. */
import type { DocumentBodies } from '../../../domain/registry/documents.ts';
import { type Answer, type CallOptions, post } from './client.ts';

/** What is known of every document that was entered. */
export interface Entered {
  readonly id: number;
  readonly revision: number;
  /** Null before it has one. */
  readonly number?: string | null;
}

/** Throws ApiError. */
export const enter = <Resource extends keyof DocumentBodies>(
  resource: Resource,
  body: DocumentBodies[Resource],
  options?: Omit<CallOptions, 'body'>,
): Promise<Answer<Entered>> => post<Entered>(resource, body, options);
