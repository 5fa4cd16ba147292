/** The server's tables that the screens use too, each as an area, in Kurdish (Sorani). */

export { labelsCkb as labels } from '../words/labels-ckb.ts';
export { documentsCkb as documents } from './documents-ckb.ts';
export { reportsCkb as names } from './reports-ckb.ts';

/** By file: the texts of the office's screens, except the sign-in page, and without the words that only papers have, or that come with their screens. */
export const areas = import.meta.glob<Record<string, unknown>>(
  [
    '../screens/ckb/*.json',
    '!../screens/ckb/{shell,device,selling,printed,letters,closing,audit,counting,dashboard,proposal}.json',
  ],
  { import: 'default', eager: true },
);
