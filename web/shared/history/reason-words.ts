/** Why something was done: what a person wrote as it stands, a reason that the program gave in the words of the reader. */
import { PROGRAM_REASONS, type ProgramReason, programReasonOf } from '../../../domain/kernel/program-reasons.ts';
import { say } from '../language/language.ts';

const wordsOf = (reason: ProgramReason): string => say(`history:reasons.${reason}`);

/** Empty for no reason. */
export function reasonWords(reason: string | null): string {
  const code = reason === null ? undefined : programReasonOf(reason);
  return code ? wordsOf(code) : (reason ?? '');
}

/** The reasons of the program whose words have this part, joined with commas; undefined when there are none. */
export function reasonCodes(part: string): string | undefined {
  const searched = part.trim().toLocaleLowerCase();
  const codes = PROGRAM_REASONS.filter((reason) => wordsOf(reason).toLocaleLowerCase().includes(searched));
  return searched === '' || codes.length === 0 ? undefined : codes.join();
}
