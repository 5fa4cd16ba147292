/**
 * The confirmation of unusual values (422 `confirmation`): the person answers, and the same command is sent again with
 * `confirmed`. The dialog is the same for all screens.
 */
import { asking } from './asking.ts';
import type { ApiError } from './error.ts';

/** The subject: the reasons as sentences. */
const questions = asking<readonly string[]>();

export const useQuestion = questions.use;

export const asksAPerson = ({ status, code }: ApiError): boolean => status === 422 && code === 'confirmation';

/** False when no component can show the question, or another one is open. */
export async function askPerson({ errors }: ApiError): Promise<boolean> {
  if (questions.underWay()) return false;
  return (await questions.ask([...new Set(Object.values(errors).flat())])) ?? false;
}
