/** The lines of a document lose nothing, whatever keys are pressed in them: 2,000 sequences against a plain model. */
import { playsInParts } from './grid-keys.ts';

/** Each part takes less than a minute. */
const SEQUENCES = 100;

playsInParts(20, SEQUENCES, (part) => 1 + part * SEQUENCES);
