/** Measures in names: the bidirectional algorithm shows the `1 kg` of an Arabic or Kurdish name as `kg 1`. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
/** A number with a unit in Latin letters: `330 ml`, `1.5L`. */
const MEASURE = /(\d+(?:[.,]\d+)*\s*[A-Za-z]+)/;

/**
 * A name as texts and measures: texts have even positions, and measures, which are shown from left to right, odd ones.
 * A name without letters of a right-to-left language is one text.
 */
export const nameParts = (name: string): readonly string[] => (RIGHT_TO_LEFT.test(name) ? name.split(MEASURE) : [name]);
