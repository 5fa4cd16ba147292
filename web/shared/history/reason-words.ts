/** The reason of an event: a typed one unchanged, a program's reason code as text in the reader's language. */
import { PROGRAM_REASONS, type ProgramReason, programReasonOf } from '../../../domain/deciding/program-reasons.ts';
import { say } from '../language/language.ts';

const wordsOf = (reason: ProgramReason): string => say(`history:reasons.${reason}`);

/** Empty without a reason. */
export function reasonWords(reason: string | null): string {
  const code = reason === null ? undefined : programReasonOf(reason);
  return code ? wordsOf(code) : (reason ?? '');
}

/** The reason codes whose texts contain this part, joined with commas; undefined for none. */
export function reasonCodes(part: string): string | undefined {
  const searched = part.trim().toLocaleLowerCase();
  const codes = PROGRAM_REASONS.filter((reason) => wordsOf(reason).toLocaleLowerCase().includes(searched));
  return searched === '' || codes.length === 0 ? undefined : codes.join();
}
