/** What the log says of a request beside its route and answer. Ids and words of the program only, never what was typed. */
import type { FastifyRequest } from 'fastify';

export interface AttemptNote {
  /** `password`, `pin`, `shop` */
  readonly way: string;
  /** `signed_in`, `wrong`, `wrong_code`, `inactive`, `locked`, … */
  readonly outcome: string;
  /** Null when nobody has the typed name. */
  readonly person: number | null;
}

export interface RequestNotes {
  /** Id of the command, with which its events are found. */
  readonly command?: string;
  readonly code?: string;
  /** `quantity: stock_not_enough` */
  readonly reasons?: readonly string[];
  /** The missing one. */
  readonly permission?: string;
  readonly attempt?: AttemptNote;
}

const NOTES = new WeakMap<FastifyRequest, RequestNotes>();

export const notesOf = (request: FastifyRequest): RequestNotes => NOTES.get(request) ?? {};

export function note(request: FastifyRequest, notes: RequestNotes): void {
  NOTES.set(request, { ...notesOf(request), ...notes });
}

/** For `Subject.told` of an attempt. */
export const noteAttempt =
  (request: FastifyRequest) =>
  (attempt: AttemptNote): void =>
    note(request, { attempt });
