/** Why somebody could not sign in, or allow something: the server's own sentence, or that of the device. */
import { say } from '../../shared/language/language.ts';

interface Refused {
  readonly outcome: string;
  readonly left?: number;
  readonly message?: string;
}

/** An outcome that is written like a plural has another name among the texts. */
const NAMES: Readonly<Record<string, string>> = { too_many: 'tried_too_often' };

export const signInSentence = ({ outcome, left, message }: Refused): string =>
  message ?? say(`selling:sign_in.${NAMES[outcome] ?? outcome}`, { left: left ?? 0 });
