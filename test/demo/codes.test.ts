import { expect, it } from 'vitest';
import { isGtin, keyOfCode } from '../../domain/catalogue/code.ts';
import { readCode } from '../../domain/catalogue/scanned-code.ts';
import { labelOf, USUAL_SCALES } from '../../domain/till/scales.ts';
import { caseCode, medicineCode, pieceCode } from '../../launcher/demo/codes.ts';

const GOODS = Array.from({ length: 1200 }, (_, number) => number);

it('the goods of the demonstration have GTINs of many countries, each its own, and none that a scale prints', () => {
  const codes = [...GOODS.flatMap((number) => [pieceCode(number), caseCode(number)]), ...[0, 1, 2].map(medicineCode)];
  expect(codes.every(isGtin)).toBe(true);
  expect(new Set(codes.map(keyOfCode)).size).toBe(codes.length);
  expect(codes.filter((code) => labelOf(code, USUAL_SCALES))).toEqual([]);
  expect(new Set(GOODS.map((number) => pieceCode(number).slice(0, 3))).size).toBeGreaterThan(8);
  expect(GOODS.filter((number) => pieceCode(number).startsWith('29'))).toHaveLength(30);
  expect(readCode(`01${medicineCode(4).padStart(14, '0')}17271231`)[1]).toMatchObject({ keys: [medicineCode(4)] });
});
