/** The reason of a refused sign-in or approval: the server's message, or that of the device. */
import { say } from '../../../shared/language/language.ts';

interface Refused {
  readonly outcome: string;
  readonly left?: number;
  readonly message?: string;
}

/** i18next treats some suffixes as plural forms, so these outcomes have other text keys. */
const NAMES: Readonly<Record<string, string>> = { too_many: 'tried_too_often' };

export const signInSentence = ({ outcome, left, message }: Refused): string =>
  message ?? say(`selling:sign_in.${NAMES[outcome] ?? outcome}`, { left: left ?? 0 });
