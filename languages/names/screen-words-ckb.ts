/** The tables of the server that the screens read too, each as an area of its own, in Kurdish (Sorani). */

export { labelsCkb as labels } from '../words/labels-ckb.ts';
export { documentsCkb as documents } from './documents-ckb.ts';
export { reportsCkb as names } from './reports-ckb.ts';
