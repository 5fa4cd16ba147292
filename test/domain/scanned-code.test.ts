/** The one reader of codes: keys, GS1 by the table of lengths of the standard, labels of scales. */
import { describe, expect, it } from 'vitest';
import { checkDigit, internalBarcode } from '../../domain/catalogue/barcode.ts';
import { cleanCode, isGtin, keyOfCode } from '../../domain/catalogue/code.ts';
import { type ScaleFormat, scalesIn, USUAL_SCALES } from '../../domain/catalogue/scales.ts';
import { findByCode, keysIn, quantityOf, readCode } from '../../domain/catalogue/scanned-code.ts';
import { longForm, shortForm } from '../../domain/catalogue/upc-e.ts';
import { inNormalForm } from '../../domain/records/normal-fields.ts';

const GS = '\u001d';
const checked = (twelve: string) => twelve + checkDigit(twelve);
const product = (text: string) => readCode(text).find(({ of }) => of === 'product');

describe('the key of a code', () => {
  it.each([
    ['036000291452', '36000291452'],
    ['0036000291452', '36000291452'],
    ['00036000291452', '36000291452'],
    ['36000291452', '36000291452'],
    ['96385074', '96385074'],
    ['0000096385074', '96385074'],
    ['10036000291459', '10036000291459'],
    // Without a valid check digit it is no GTIN.
    ['0036000291453', '0036000291453'],
    ['000123', '000123'],
    ['٦٢٩١٠٤١٥٠٠٢١٣', '6291041500213'],
    ['۶۲۹۱۰۴۱۵۰۰۲۱۳', '6291041500213'],
    ['６２９１０４１５００２１３', '6291041500213'],
    ['६२९१०४१५००२१३', '6291041500213'],
    ['๖๒๙๑๐๔๑๕๐๐๒๑๓', '6291041500213'],
    ["'6291041500213", '6291041500213'],
    ['’6291041500213', '6291041500213'],
    [' 6291041 500213 ', '6291041500213'],
    ['6 291041\u00a0500213', '6291041500213'],
    ['978-0-306-40615-7', '9780306406157'],
    ['12-34', '12-34'],
    ['12 34', '1234'],
    ['AB-12 x', 'ab-12 x'],
    ["'", "'"],
    ['', ''],
    ['   ', ''],
    ['00000000', '0'],
  ])('of %j is %j', (text, key) => {
    expect(keyOfCode(text)).toBe(key);
    expect(keyOfCode(cleanCode(text))).toBe(key);
    expect(cleanCode(cleanCode(text))).toBe(cleanCode(text));
    expect(keyOfCode(key)).toBe(key);
  });

  it('keeps the spelling of a code that is stored, but for digits, blanks and apostrophes', () => {
    expect(["'0036000291452", '٠٣٦٠٠٠٢٩١٤٥٢', 'Ab-1'].map(cleanCode)).toEqual([
      '0036000291452',
      '036000291452',
      'Ab-1',
    ]);
    expect(
      inNormalForm({ 'units.codes': cleanCode }, { units: [{ codes: ["'1", '٢'] }, { codes: [] }, {}], name: "'n" }),
    ).toEqual({ units: [{ codes: ['1', '2'] }, { codes: [] }, {}], name: "'n" });
  });

  it('is of a GTIN only with the check digit of the standard', () => {
    expect(['96385074', '036000291452', '4006381333931', '10036000291459'].map(isGtin)).toEqual(Array(4).fill(true));
    expect(['96385075', '36000291452', '4006381333930', '6.29104E+12', ''].map(isGtin)).toEqual(Array(5).fill(false));
  });
});

describe('a code of GS1', () => {
  const B7 = { batch: 'B7', expires: '2027-12-31' };
  const PILL = ['6291041500213'];

  it.each([
    [`0106291041500213${'17271231'}10B7${GS}21SER1`, { ...B7, serial: 'SER1' }],
    // A number of the country on a package of medicine, of the company, a day, a price: skipped.
    [`0106291041500213${'17271231'}10B7${GS}7127098690`, B7],
    [`0106291041500213${'17271231'}10B7${GS}91ABC`, B7],
    [`0106291041500213${'12270101'}17271231${'10B7'}`, B7],
    [`0106291041500213${'16270101'}17271231${'10B7'}`, B7],
    [`0106291041500213${'17271231'}10B7${GS}3922125000`, B7],
    [`0106291041500213${'4131234567890128'}17271231${'10B7'}`, B7],
    [`010629104150021310B7${GS}17271231`, B7],
    [`10B7${GS}${'17271231'}0106291041500213`, B7],
    [`21SER1${GS}0106291041500213${'17271231'}10B7`, { ...B7, serial: 'SER1' }],
    [`17271231${'0106291041500213'}10B7`, B7],
    [`${GS}0106291041500213${'17271231'}10B7${GS}`, B7],
    [`]C10106291041500213${'17271231'}10B7`, B7],
    [`]d20106291041500213${'17271231'}10B7`, B7],
    [`]Q30106291041500213${'17271231'}10B7`, B7],
    [`]e0${'0106291041500213'}17271231${'10B7'}`, B7],
    [`]c10106291041500213${'17271231'}10B7`, B7],
    [`0106291041500213${'17271231'}10B7\u241d21S`, { ...B7, serial: 'S' }],
    [`0106291041500213${'17271231'}10B7<GS>21S`, { ...B7, serial: 'S' }],
    ['(01)06291041500213(17)271231(10)B7', B7],
    ['(10)B7(17)271231(01)06291041500213', B7],
    ['(01) 06291041500213 (712) 7098690 (17) 271231 (10) B7', B7],
    ['(01)06291041500213(17)280200(10)B-7', { batch: 'B-7', expires: '2028-02-29' }],
    // 30 February does not exist.
    ['010629104150021317280230', {}],
    [`010629104150021370032712311200${GS}10B7`, B7],
    ['0106291041500213', {}],
    // Digits of other scripts, marks of the direction of writing, and the blanks of the line under a symbol.
    ['٠١٠٦٢٩١٠٤١٥٠٠٢١٣١٧٢٧١٢٣١١٠B7', B7],
    ['(۰۱)۰۶۲۹۱۰۴۱۵۰۰۲۱۳(۱۷)۲۷۱۲۳۱(۱۰)B7', B7],
    [`]d2٠١٠٦٢٩١٠٤١٥٠٠٢١٣١٧٢٧١٢٣١${'١٠'}B7${GS}٢١S`, { ...B7, serial: 'S' }],
    ['\u200f(01)06291041500213(17)271231(10)B7\u200e', B7],
    ['01 06291041500213 17 271231', { expires: '2027-12-31' }],
    ['(01) 0 6291041 500213 (17) 27 12 31 (10) B7', B7],
    // Brackets within a value, which are no identifier.
    ['(01)06291041500213(17)271231(10)B(7)', { batch: 'B(7)', expires: '2027-12-31' }],
    ['(01)06291041500213(10)(7)B(17)271231', { batch: '(7)B', expires: '2027-12-31' }],
    // The place of a storehouse, a link, a country, the number of a customer: skipped.
    [`0106291041500213254SHELF${GS}${'17271231'}10B7`, B7],
    [`0106291041500213${'422368'}${GS}17271231${'10B7'}${GS}8200shop.example`, B7],
    [`0106291041500213400ORDER7${GS}${'4106291041500213'}17271231${'10B7'}`, B7],
    ['02062910415002133712', { count: '12' }],
    [`]C10106291041500213${'3048'}`, { count: '48' }],
    ['(02)06291041500213(37)12', { count: '12' }],
    [`00062910415002130001${'02062910415002133712'}`, { count: '12' }],
    ['020629104150021337000', {}],
    // The day until which it is best, where none of expiry is told.
    ['(01)06291041500213(15)271231(10)B7', B7],
    ['(01)06291041500213(15)270630(17)271231(10)B7', B7],
    ['[01]06291041500213[17]271231[10]B7', B7],
    ['[01]06291041500213[10]B(7)[17]271231', { batch: 'B(7)', expires: '2027-12-31' }],
    // Links of GS1 in a QR code: of any host, below any path, with the product as GTIN-8 to 14 or by its name.
    ['https://id.gs1.org/01/06291041500213/10/B7?17=271231', B7],
    ['HTTPS://shop.example/goods/01/6291041500213/10/B7/21/S?17=271231&utm=qr#top', { ...B7, serial: 'S' }],
    ['https://shop.example/gtin/06291041500213/lot/X?17=271231', { expires: '2027-12-31' }],
    ['https://id.gs1.org/01/06291041500213/10/B%2F7%20A?15=271200', { batch: 'B/7 A', expires: '2027-12-31' }],
    ['https://id.gs1.org/01/06291041500213/10/100%?30=48', { batch: '100%', count: '48' }],
    // The number of a batch or a piece has at most 20 characters.
    [`(01)06291041500213(17)271231(10)${'A1'.repeat(10)}`, { batch: 'A1'.repeat(10), expires: '2027-12-31' }],
    [`(01)06291041500213(17)271231(10)${'A1'.repeat(15)}`, { expires: '2027-12-31' }],
    [`(01)06291041500213(10)B7(21)${'S'.repeat(21)}`, { batch: 'B7' }],
    [`https://id.gs1.org/01/06291041500213/10/${'A1'.repeat(15)}?17=271231`, { expires: '2027-12-31' }],
    [`010629104150021310${'A1'.repeat(15)}${GS}17271231`, { expires: '2027-12-31' }],
    // Separators left out: no batch is better than a wrong one.
    ['010629104150021310B7712709869021SERIAL1', {}],
  ])('%j is read', (text, content) => {
    expect(product(text)).toEqual({ of: 'product', keys: PILL, ...content });
  });

  it.each([
    '2000000000022',
    '6291041500213',
    '17271231',
    '00062910415002130001',
    '010629104150021',
    '01062910415002131727',
    'T3-000127',
    '(10)B7',
    `10B7${GS}17271231`,
    'hello',
    '',
    '[01] first',
    'https://shop.example/01',
    'https://shop.example/goods/06291041500213',
    'https://shop.example/01/rice',
  ])('%j is none', (text) => {
    expect(product(text)).toBeUndefined();
  });

  it('has a weight or a price where its product is of variable measure', () => {
    const measured = ['96291041500216', '02000010000004'].map((gtin) => product(`01${gtin}3103001250`));
    expect(measured.map((read) => read?.weight)).toEqual(['1.250', '1.250']);
    expect(product(`01962910415002163922${'125050'}${GS}10B7`)).toMatchObject({ amount: '1250.50', batch: 'B7' });
    // The net weight of a package whose content is fixed is no quantity.
    expect(product('01062910415002133103001250')?.weight).toBeUndefined();
  });
});

describe('the label of a scale', () => {
  const label = (text: string, formats: readonly ScaleFormat[] = USUAL_SCALES) =>
    readCode(text, formats).find(({ of }) => of === 'label');

  it('is read after the whole code, by the format of its first digits', () => {
    const weighed = checked('211234501250');
    expect(readCode(weighed, USUAL_SCALES).map(({ of }) => of)).toEqual(['whole', 'label']);
    expect(label(weighed)).toEqual({ of: 'label', keys: ['12345'], weight: '1.250' });
    expect(label(checked('250012303500'))).toEqual({ of: 'label', keys: ['00123', '123'], amount: '3500' });
    const six: ScaleFormat = { prefixes: ['29'], holds: 'price', item_digits: 6, decimals: 2 };
    expect(label(checked('291234561250'), [six])).toEqual({ of: 'label', keys: ['123456'], amount: '12.50' });
    expect(label(`]E0${weighed}`)?.weight).toBe('1.250');
    // As a GTIN-14, and copied with a mark of the direction of writing.
    expect([label(`0${weighed}`)?.weight, label(`\u200f${weighed}\u200e`)?.weight]).toEqual(['1.250', '1.250']);
    expect(label('٢١١٢٣٤٥٠١٢٥٠٧'.replace(/.$/, String(checkDigit('211234501250'))))?.weight).toBe('1.250');
  });

  it('is none with a wrong check digit, of another prefix, or without formats', () => {
    for (const code of ['2112345012500', internalBarcode(1), '6291041500213', '212345'])
      expect(label(code)).toBeUndefined();
    expect(label(checked('211234501250'), [])).toBeUndefined();
  });

  it('has the formats of the settings, and the usual ones where there are none', () => {
    expect([scalesIn({}), scalesIn(undefined), scalesIn({ scales: [] })]).toEqual([USUAL_SCALES, USUAL_SCALES, []]);
  });

  it('divides its price by that of the scale', () => {
    expect(quantityOf({ amount: '5000' }, () => '10000')).toBe('0.5');
    expect(quantityOf({ amount: '5000' }, () => undefined)).toBe('1');
    expect(quantityOf({ weight: '1.250' }, () => '10000')).toBe('1.250');
    expect([quantityOf({ count: '12' }, () => '1'), quantityOf({}, () => '1')]).toEqual(['12', '1']);
  });
});

describe('the goods that a text names', () => {
  const unit = (unit_fk: number, ...barcodes: string[]) => ({
    ...{ unit_fk, is_base: unit_fk === 1, is_default: unit_fk === 1, barcodes },
  });
  const goods = [
    { item_code: '12345', units: [unit(1), unit(2, '2000000000022')] },
    { item_code: '00000', units: [unit(1, '036000291452'), unit(2, '10036000291459')] },
    { item_code: null, units: [unit(1, '0036000291452')] },
    { item_code: 'G-7', units: [unit(1), unit(2, '777')] },
  ];
  const named = (text: string) => {
    const found = findByCode(text, USUAL_SCALES, goods, (each) => each);
    return found && [goods.indexOf(found.goods), found.unit_fk, found.reading.of];
  };

  it('have the whole code as one of its unit, although a scale could have printed it', () => {
    expect(named('2000000000022')).toEqual([0, 2, 'whole']);
    expect(named(checked('211234501250'))).toEqual([0, 1, 'label']);
    expect(named(']E02000000000022')).toEqual([0, 2, 'whole']);
  });

  it('of several with one number are those that are spelled like the text', () => {
    expect([named('036000291452'), named('0036000291452')]).toEqual([
      [1, 1, 'whole'],
      [2, 1, 'whole'],
    ]);
    expect(named('(01)10036000291459')).toEqual([1, 2, 'product']);
  });

  it('have a barcode, or else the code of an item, which names no unit', () => {
    expect([named('777'), named('0000777'), named('g-7'), named('778')]).toEqual([
      [3, 2, 'whole'],
      [3, 2, 'whole'],
      [3, undefined, 'whole'],
      undefined,
    ]);
  });

  it('are looked up by all keys in their order', () => {
    expect(keysIn(']E00012345678905')).toEqual([']e00012345678905', '12345678905']);
    expect([keysIn('0000777'), keysIn('')]).toEqual([['0000777', '777'], []]);
  });
});

describe('a UPC-E', () => {
  const soap = { item_code: null, units: [{ unit_fk: 1, is_default: true, barcodes: ['012345000065'] }] };
  const found = (text: string, ...barcodes: string[]) => {
    const goods = barcodes.map((barcode) => ({
      ...soap,
      units: [{ unit_fk: 1, is_default: true, barcodes: [barcode] }],
    }));
    return findByCode(text, [], goods, (each) => each)?.goods.units[0]?.barcodes[0];
  };

  // The last of the six digits says where the zeros of the manufacturer and of the product are.
  it.each([
    ['01234505', '012000003455'],
    ['01234514', '012100003454'],
    ['01234523', '012200003453'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234558', '012345000058'],
    ['01234565', '012345000065'],
    ['01234572', '012345000072'],
    ['01234589', '012345000089'],
    ['01234596', '012345000096'],
    ['04252614', '042100005264'],
    ['11234562', '112345000062'],
  ])('%s is the UPC-A %s, whichever of them is stored or scanned', (short, long) => {
    expect([longForm(short), shortForm(long)]).toEqual([long, short]);
    for (const scanned of [short, long, `0${long}`, `00${long}`, `]E0${long}`]) {
      expect([scanned, found(scanned, long)]).toEqual([scanned, long]);
      expect([scanned, found(scanned, short)]).toEqual([scanned, short]);
    }
  });

  it('with a wrong check digit, of another number system, or of a UPC-A without enough zeros is none', () => {
    for (const code of ['01234564', '21234565', '0123456', '012345650'])
      expect([code, longForm(code)]).toEqual([code, undefined]);
    for (const code of ['036000291452', '012345000066', '212345000069', '6291041500213']) {
      expect([code, shortForm(code)]).toEqual([code, undefined]);
    }
    expect(found('01234564', '012345000065')).toBeUndefined();
  });

  it('that is a GTIN-8 as well means goods with these eight digits first, then those of the UPC-A', () => {
    const both = eights().find((code) => isGtin(code) && longForm(code)) ?? '';
    const long = longForm(both) ?? '';
    expect(both).toMatch(/^[01]\d{7}$/);
    expect(found(both, long, both)).toBe(both);
    expect(found(both, long)).toBe(long);
    expect(found(long, both, long)).toBe(long);
    // The symbol of the scanner says that it is no UPC-E.
    expect(found(`]E4${both}`, long)).toBeUndefined();
    expect(found(`]E4${both}`, both)).toBe(both);
  });
});

/** Eight digits with the check digit of a GTIN-8. */
const eights = (): readonly string[] =>
  Array.from({ length: 2000 }, (_, number) => {
    const seven = String(123_000 + number * 7).padStart(7, '0');
    return seven + checkDigit(seven);
  });
