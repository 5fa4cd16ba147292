/** The message of a failed call. */
import { hasText, say } from '../language/language.ts';
import { ApiError } from './error.ts';

/** The server's message, or a local one for unreachable servers and unreadable answers. */
export function sentenceOf(problem: unknown): string {
  if (!(problem instanceof ApiError)) return say('shell:errors.unknown');
  if (problem.message !== '') return problem.message;
  const key = `shell:errors.${problem.code}`;
  return hasText(key) ? say(key) : say('shell:errors.unknown');
}
