/**
 * Finds faults in an Arabic or Kurdish sentence. The text around names must not be foreign; a name, which is isolated,
 * may be of any language, but must not be a code, an identifier or a stream, unless the request contains it.
 */
import { foreignIn } from './foreign-text.ts';

const NAMES = /\u2068([^\u2069]*)\u2069/g;
const CODE = /(?<![\p{L}\d])[a-z]+(?:_[a-z\d]+)+(?![\p{L}\d])/u;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
const STREAM = /(?<![\p{L}\d])[a-z_]+-\d+(?!\d)/u;

/** Empty for a readable sentence. `said` is the request as it was sent. */
export function unreadableIn(sentence: string, said: string): readonly string[] {
  const names = [...sentence.matchAll(NAMES)].map(([, name = '']) => name).filter((name) => !said.includes(name));
  const codes = names.filter((name) => [CODE, UUID, STREAM].some((pattern) => pattern.test(name)));
  return [...foreignIn(sentence.replaceAll(NAMES, ' ')), ...codes];
}
