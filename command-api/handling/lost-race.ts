/** What went wrong with an attempt to store a command. */
import { Refusal } from '../../domain/values/refusal.ts';
import { ClaimsRefused, ReadsMoved, WrongRevision } from '../../event-store/port.ts';
import type { CommandRequest } from './command-request.ts';

export const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal || error instanceof ClaimsRefused || error instanceof WrongRevision;

/** True when the command may be decided again on the current state, because it is not based on a revision. */
export function isLostRace(
  error: unknown,
  { request, stream }: { readonly request: Pick<CommandRequest, 'expectedRevision'>; readonly stream: string },
): boolean {
  if (error instanceof ReadsMoved) return true;
  if (!(error instanceof WrongRevision)) return false;
  return request.expectedRevision === undefined || error.stream !== stream;
}
