/** The server's tables that the screens use too, each as an area, in English. */

export { labelsEn as labels } from '../words/labels-en.ts';
export { documentsEn as documents } from './documents-en.ts';
export { reportsEn as names } from './reports-en.ts';

/** By file: the texts of the office's screens, except the sign-in page, and without the words that only papers have, or that come with their screens. */
export const areas = import.meta.glob<Record<string, unknown>>(
  [
    '../screens/en/*.json',
    '!../screens/en/{shell,device,selling,printed,letters,closing,audit,counting,dashboard,proposal}.json',
  ],
  { import: 'default', eager: true },
);
