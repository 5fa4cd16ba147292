/** The tables of the server that the screens read too, each as an area of its own, in Kurdish (Sorani). */

export { labelsCkb as labels } from '../words/labels-ckb.ts';
export { documentsCkb as documents } from './documents-ckb.ts';
export { reportsCkb as names } from './reports-ckb.ts';

/** By file: what the office's own screens say, but for the sign-in page. */
export const areas = import.meta.glob<Record<string, unknown>>(
  ['../screens/ckb/*.json', '!../screens/ckb/{shell,device,selling}.json'],
  { import: 'default', eager: true },
);
