/** The tables of the server that the screens read too, each as an area of its own, in English. */

export { labelsEn as labels } from '../words/labels-en.ts';
export { documentsEn as documents } from './documents-en.ts';
export { reportsEn as names } from './reports-en.ts';

/** By file: what the office's own screens say, but for the sign-in page. */
export const areas = import.meta.glob<Record<string, unknown>>(
  ['../screens/en/*.json', '!../screens/en/{shell,device,selling}.json'],
  { import: 'default', eager: true },
);
