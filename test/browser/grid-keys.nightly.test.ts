/** The lines of a document lose nothing, in a night of random keys: 50,000 sequences against a plain model. */
import { SEED } from '../support/ring.ts';
import { playsInParts } from './grid-keys.ts';

const SEQUENCES = 1000;

playsInParts(50, SEQUENCES, (part) => SEED * 1_000_000 + part * SEQUENCES);
