/** Finds text in a sentence that a reader of Arabic or Kurdish cannot read. */
import { withoutIsolates } from '../../languages/isolate.ts';

/** Codes of currencies, sizes of paper, reports of a drawer, blood groups, characters that cannot be seen, words that all three languages write alike, email addresses and numbers of documents. */
const KNOWN =
  /\b(IQD|USD|PIN|Excel|A4|A5|X|Z)\b|\b(A|B|AB|O)[+-]|U\+[0-9A-F]{4,6}|[\w.+-]+@[\w.-]+|\b[A-Z]{1,3}-\d{6}\b/g;
const FOREIGN = /[A-Za-z][A-Za-z0-9_/.-]*|_|##|[{}]|undefined|\[\]/g;

/** `typed` are texts that the person entered, which may be shown again. */
export function foreignIn(sentence: string, typed: readonly string[] = []): readonly string[] {
  const left = typed.reduce((text, name) => text.replaceAll(name, ''), withoutIsolates(sentence));
  return left.replace(KNOWN, '').match(FOREIGN) ?? [];
}

/** The sentences with foreign text, each with that text. */
export const foreignAmong = (sentences: Iterable<string>, typed: readonly string[] = []): string[] =>
  [...new Set(sentences)].flatMap((sentence) => {
    const foreign = foreignIn(sentence, typed);
    return foreign.length === 0 ? [] : [`${foreign.join(' ')} in: ${withoutIsolates(sentence)}`];
  });
