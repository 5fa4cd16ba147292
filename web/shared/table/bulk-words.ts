/** What an action on many rows is called. */
import i18next from 'i18next';
import { say } from '../language/language.ts';

/** The words of the bulk action, or of the document's own transition. */
export function actionLabel(name: string): string {
  for (const key of [`table:bulk.${name}`, `document:transitions.${name}`]) if (i18next.exists(key)) return say(key);
  return name;
}
