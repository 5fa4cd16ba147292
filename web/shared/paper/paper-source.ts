/** The data of a document's paper, from the server in the language of the paper, and its rendering. */

import type { PaperAnswer } from '../../../domain/paper/paper.schema.ts';
import { type PaperTemplate, templateOf } from '../../../domain/paper/template.ts';
import type { Language } from '../../../domain/values/language.ts';
import { read } from '../api/read.ts';
import { LANGUAGES } from '../language/preferences.ts';
import { formatMoment } from '../typing/date-words.ts';
import type { PaperWords } from './paper-words.ts';
import type { PrintedForm } from './printed-form.ts';
import type { PaperFit } from './printing/printing.ts';

export interface PaperSource {
  readonly answer: PaperAnswer;
  readonly language: Language;
  readonly words: PaperWords;
}

/** `paper` is one of the document's papers; default its usual one. */
export async function fetchPaper(
  resource: string,
  id: number,
  {
    language,
    paper,
    signal,
  }: { readonly language: Language; readonly paper?: string | undefined; readonly signal?: AbortSignal },
): Promise<PaperSource> {
  const options = { query: { paper }, language, ...(signal ? { signal } : {}) };
  const [answer, { paperWords }] = await Promise.all([
    read(':resource/:id/paper', { params: { resource, id }, ...options }),
    import('./paper-words.ts'),
  ]);
  return { answer, language, words: await paperWords(LANGUAGES) };
}

/** The default template, or the one with this id. */
export function templateFor({ answer }: PaperSource, id?: number): PaperTemplate {
  const stored = answer.templates.find((template) => template.print_template_id === id) ?? answer.templates[0];
  return templateOf(stored, answer.documents[0]?.layout ?? {});
}

export interface Look {
  readonly template: PaperTemplate;
  readonly isCopy: boolean;
  readonly printedBy: string;
}

/** All papers of the answer, each on a separate page. */
export async function formsOf({ answer, language, words }: PaperSource, look: Look): Promise<PrintedForm> {
  const [{ printedForm }, { fitOf }] = await Promise.all([import('./printed-form.ts'), import('./fit-paper.ts')]);
  const settings = { ...look, business: answer.business, words, printedAt: formatMoment(new Date().toISOString()) };
  const formIn = (fit: PaperFit): PrintedForm => {
    const forms = answer.documents.map((document) => printedForm(document, { ...settings, fit }, language));
    return { html: forms.map(({ html }) => html).join(''), text: forms.flatMap(({ text }) => text) };
  };
  return formIn(await fitOf((fit) => formIn(fit).html));
}
