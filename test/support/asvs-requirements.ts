/**
 * The numbers of the requirements of OWASP ASVS 5.0.0 of levels 1 and 2 (https://github.com/OWASP/ASVS), by section:
 * those of level 1, and those that level 2 adds. docs/security.md describes the requirements in its own words.
 */

interface Section {
  readonly one: readonly number[];
  readonly two: readonly number[];
}

const SECTIONS: Readonly<Record<string, Section>> = {
  '1.1': { one: [], two: [1, 2] },
  '1.2': { one: [1, 2, 3, 4, 5], two: [6, 7, 8, 9] },
  '1.3': { one: [1, 2], two: [3, 4, 5, 6, 7, 8, 9, 10, 11] },
  '1.4': { one: [], two: [1, 2, 3] },
  '1.5': { one: [1], two: [2] },
  '2.1': { one: [1], two: [2, 3] },
  '2.2': { one: [1, 2], two: [3] },
  '2.3': { one: [1], two: [2, 3, 4] },
  '2.4': { one: [], two: [1] },
  '3.2': { one: [1, 2], two: [] },
  '3.3': { one: [1], two: [2, 3, 4] },
  '3.4': { one: [1, 2], two: [3, 4, 5, 6] },
  '3.5': { one: [1, 2, 3], two: [4, 5] },
  '3.7': { one: [], two: [1, 2] },
  '4.1': { one: [1], two: [2, 3] },
  '4.2': { one: [], two: [1] },
  '4.3': { one: [], two: [1, 2] },
  '4.4': { one: [1], two: [2, 3, 4] },
  '5.1': { one: [], two: [1] },
  '5.2': { one: [1, 2], two: [3] },
  '5.3': { one: [1, 2], two: [] },
  '5.4': { one: [], two: [1, 2, 3] },
  '6.1': { one: [1], two: [2, 3] },
  '6.2': { one: [1, 2, 3, 4, 5, 6, 7, 8], two: [9, 10, 11, 12] },
  '6.3': { one: [1, 2], two: [3, 4] },
  '6.4': { one: [1, 2], two: [3, 4] },
  '6.5': { one: [], two: [1, 2, 3, 4, 5] },
  '6.6': { one: [], two: [1, 2, 3] },
  '6.8': { one: [], two: [1, 2, 3, 4] },
  '7.1': { one: [], two: [1, 2, 3] },
  '7.2': { one: [1, 2, 3, 4], two: [] },
  '7.3': { one: [], two: [1, 2] },
  '7.4': { one: [1, 2], two: [3, 4, 5] },
  '7.5': { one: [], two: [1, 2] },
  '7.6': { one: [], two: [1, 2] },
  '8.1': { one: [1], two: [2] },
  '8.2': { one: [1, 2], two: [3] },
  '8.3': { one: [1], two: [] },
  '8.4': { one: [], two: [1] },
  '9.1': { one: [1, 2, 3], two: [] },
  '9.2': { one: [1], two: [2, 3, 4] },
  '10.1': { one: [], two: [1, 2] },
  '10.2': { one: [], two: [1, 2] },
  '10.3': { one: [], two: [1, 2, 3, 4] },
  '10.4': { one: [1, 2, 3, 4, 5], two: [6, 7, 8, 9, 10, 11] },
  '10.5': { one: [], two: [1, 2, 3, 4, 5] },
  '10.6': { one: [], two: [1, 2] },
  '10.7': { one: [], two: [1, 2, 3] },
  '11.1': { one: [], two: [1, 2] },
  '11.2': { one: [], two: [1, 2, 3] },
  '11.3': { one: [1, 2], two: [3] },
  '11.4': { one: [1], two: [2, 3, 4] },
  '11.5': { one: [], two: [1] },
  '11.6': { one: [], two: [1] },
  '12.1': { one: [1], two: [2, 3] },
  '12.2': { one: [1, 2], two: [] },
  '12.3': { one: [], two: [1, 2, 3, 4] },
  '13.1': { one: [], two: [1] },
  '13.2': { one: [], two: [1, 2, 3, 4, 5] },
  '13.3': { one: [], two: [1, 2] },
  '13.4': { one: [1], two: [2, 3, 4, 5] },
  '14.1': { one: [], two: [1, 2] },
  '14.2': { one: [1], two: [2, 3, 4] },
  '14.3': { one: [1], two: [2, 3] },
  '15.1': { one: [1], two: [2, 3] },
  '15.2': { one: [1], two: [2, 3] },
  '15.3': { one: [1], two: [2, 3, 4, 5, 6, 7] },
  '16.1': { one: [], two: [1] },
  '16.2': { one: [], two: [1, 2, 3, 4, 5] },
  '16.3': { one: [], two: [1, 2, 3, 4] },
  '16.4': { one: [], two: [1, 2, 3] },
  '16.5': { one: [], two: [1, 2, 3] },
  '17.1': { one: [], two: [1] },
  '17.2': { one: [], two: [1, 2, 3, 4] },
  '17.3': { one: [], two: [1, 2] },
};

export interface Requirement {
  /** In the standard's form: `V1.2.4`. */
  readonly number: string;
  readonly level: 1 | 2;
}

/** In the order of the standard. */
export const REQUIREMENTS: readonly Requirement[] = Object.entries(SECTIONS).flatMap(([section, { one, two }]) =>
  [...one.map((number) => ({ number, level: 1 as const })), ...two.map((number) => ({ number, level: 2 as const }))]
    .sort((a, b) => a.number - b.number)
    .map(({ number, level }) => ({ number: `V${section}.${number}`, level })),
);
