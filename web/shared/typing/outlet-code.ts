/** Proposes the code of a new outlet, a prefix of document numbers: three Latin capitals from its name. */

const LATIN: Readonly<Record<string, string>> = {
  ا: 'A',
  أ: 'A',
  إ: 'I',
  آ: 'A',
  ب: 'B',
  پ: 'P',
  ت: 'T',
  ث: 'TH',
  ج: 'J',
  چ: 'CH',
  ح: 'H',
  خ: 'X',
  د: 'D',
  ذ: 'Z',
  ر: 'R',
  ڕ: 'R',
  ز: 'Z',
  ژ: 'J',
  س: 'S',
  ش: 'SH',
  ص: 'S',
  ض: 'D',
  ط: 'T',
  ظ: 'Z',
  ع: 'A',
  غ: 'GH',
  ف: 'F',
  ڤ: 'V',
  ق: 'Q',
  ک: 'K',
  ك: 'K',
  گ: 'G',
  ل: 'L',
  ڵ: 'L',
  م: 'M',
  ن: 'N',
  ه: 'H',
  ھ: 'H',
  ة: 'A',
  و: 'W',
  ۆ: 'O',
  ی: 'Y',
  ي: 'Y',
  ى: 'A',
  ێ: 'E',
  ە: 'E',
};

const CODE_LENGTH = 3;

export function outletCode(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  const letters = [...plain].map((letter) => LATIN[letter] ?? (/[A-Za-z0-9]/.test(letter) ? letter.toUpperCase() : ''));
  return letters.join('').slice(0, CODE_LENGTH);
}
