/**
 * What the server asks before it takes something unusual (422 `confirmation`): a person answers, and the same command is
 * sent again with `confirmed`. Whatever screen or dialog sent it, the question is the same.
 */
import { asking } from './asking.ts';
import type { ApiError } from './error.ts';

/** The subject: each reason as a sentence. */
const questions = asking<readonly string[]>();

export const useQuestion = questions.use;

export const asksAPerson = ({ status, code }: ApiError): boolean => status === 422 && code === 'confirmation';

/** False where nobody is there to be asked, or something else is being asked already. */
export async function askPerson({ errors }: ApiError): Promise<boolean> {
  if (questions.underWay()) return false;
  return (await questions.ask([...new Set(Object.values(errors).flat())])) ?? false;
}
