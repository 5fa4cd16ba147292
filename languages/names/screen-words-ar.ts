/** The server's tables that the screens use too, each as an area, in Arabic. */

export { labelsAr as labels } from '../words/labels-ar.ts';
export { documentsAr as documents } from './documents-ar.ts';
export { reportsAr as names } from './reports-ar.ts';

/** By file: the texts of the office's screens, except the sign-in page, and without the words that only papers have, or that come with their screens. */
export const areas = import.meta.glob<Record<string, unknown>>(
  [
    '../screens/ar/*.json',
    '!../screens/ar/{shell,device,selling,printed,letters,closing,audit,counting,dashboard,proposal}.json',
  ],
  { import: 'default', eager: true },
);
