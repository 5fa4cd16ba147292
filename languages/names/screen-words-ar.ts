/** The tables of the server that the screens read too, each as an area of its own, in Arabic. */

export { labelsAr as labels } from '../words/labels-ar.ts';
export { documentsAr as documents } from './documents-ar.ts';
export { reportsAr as names } from './reports-ar.ts';

/** By file: what the office's own screens say, but for the sign-in page. */
export const areas = import.meta.glob<Record<string, unknown>>(
  ['../screens/ar/*.json', '!../screens/ar/{shell,device,selling}.json'],
  { import: 'default', eager: true },
);
