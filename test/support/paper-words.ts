/** The words of papers, read from the language files as the screens load them. */
import type { PaperWords } from '../../web/shared/paper/paper-words.ts';
import { TEXTS } from './texts.ts';

const LABELS = ['printed:fields.', 'fields:', 'words:field.'];

export const words: PaperWords = (language, key, params = {}) => {
  const [, field] = /^label:(.+)$/.exec(key) ?? [];
  const names = field ? LABELS.map((table) => table + field) : [key.replace(/^option:/, 'fields:options.')];
  // Without a word of its own a value stands as it is.
  const unsaid = key.replace(/^option:\w+\./, '');
  const text = names.map((name) => TEXTS[language].get(name)).find((found) => found !== undefined) ?? unsaid;
  return text.replace(/\{\{(\w+)\}\}/g, (_, param: string) => params[param] ?? '');
};
