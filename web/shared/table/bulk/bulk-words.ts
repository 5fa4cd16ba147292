/** The names of bulk actions. */
import i18next from 'i18next';
import { say } from '../../language/language.ts';

/** The text of the bulk action, or of the document's transition. */
export function actionLabel(name: string): string {
  for (const key of [`table:bulk.${name}`, `document:transitions.${name}`]) if (i18next.exists(key)) return say(key);
  return name;
}
