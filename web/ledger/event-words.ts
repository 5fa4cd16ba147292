/** The words of an event's type: those of the history of records and documents. */
import { hasText, say } from '../shared/language/language.ts';

/** `sale.completed` has the words of `completed` unless it has words of its own. */
export function eventWords(type: string): string {
  const own = `history:events.${type.replace('.', '_')}`;
  if (hasText(own)) return say(own);
  const last = type.split('.').at(-1) ?? type;
  return hasText(`history:events.${last}`) ? say(`history:events.${last}`) : type;
}
