import { expect, it } from 'vitest';
import { isGtin, keyOfCode } from '../../domain/catalogue/code.ts';
import { labelOf, USUAL_SCALES } from '../../domain/catalogue/scales.ts';
import { quantityOf, readCode } from '../../domain/catalogue/scanned-code.ts';
import {
  caseCode,
  medicineCode,
  medicineMatrix,
  pieceCode,
  priceLabel,
  SCALES,
  scaleNumber,
  weightLabel,
} from '../../tools/demo/tills/codes.ts';
import { gridCategories } from '../../tools/demo/tills/till-settings.ts';

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

it('the labels of its scales name the goods by their number, with the weight or the price of the package', () => {
  for (const [label, quantity] of [
    [weightLabel(scaleNumber(0), 512), '0.512'],
    [weightLabel(scaleNumber(9), 1_900), '1.900'],
    [priceLabel(scaleNumber(5), 4_750), '0.95'],
  ] as const) {
    expect(isGtin(label)).toBe(true);
    const reading = readCode(label, SCALES).find(({ of }) => of === 'label');
    expect(quantityOf(reading ?? {}, () => '5000')).toBe(quantity);
  }
  expect(readCode(weightLabel(scaleNumber(9), 120), SCALES)[1]?.keys).toContain('00020');
});

it('the DataMatrix on a package of medicine names its goods, its batch and the day of its expiry', () => {
  for (const [number, expires, batch] of [
    [0, '2027-02-21', 'AX-2311'],
    [1, '2026-07-17', 'PC-0915'],
    [3, '2027-05-12', 'VC-4410'],
  ] as const) {
    const matrix = medicineMatrix(medicineCode(number), expires, batch);
    expect(readCode(matrix)[1]).toMatchObject({ of: 'product', keys: [medicineCode(number)], batch, expires });
  }
});

it('its tills have thirty categories above the grid, each once, goods by weight among them', () => {
  const categories = Array.from({ length: 12 }, (_, place) => 100 + place);
  const kinds = Array.from({ length: 60 }, (_, place) => 200 + place);
  const shown = gridCategories({ goods: [], categories, kinds }, { category: 300 });
  expect([shown.length, new Set(shown).size]).toEqual([30, 30]);
  expect(shown.slice(0, 15)).toEqual([...categories, 300, 200, 205]);
});
