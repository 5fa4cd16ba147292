/** Letters, marks, digits, quotes and forms beside numbers in the Arabic and Kurdish texts of screens and server. */
import { describe, expect, it } from 'vitest';
import { sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';
import { SCREEN_TEXTS, TEXTS } from '../support/texts.ts';

const LANGUAGES = ['ar', 'ckb'] as const;

/** Names of programs and languages, the digits that a person chooses from, and texts that are typed literally. */
const NAMES = /^audit:formats\.\w+\.name$|^shell:(languages|digits)\.|second_factor\.explained$|remedies\.tables$/;
const own = (language: 'en' | 'ar' | 'ckb') => [...TEXTS[language]].filter(([key]) => !NAMES.test(key));

/** Latin words that all languages write alike: keys, plugs, codes, formats, sizes of paper, reports of a drawer. */
const LATIN =
  /\b(F4|Ctrl\+K|JPEG|PNG|PDF|A4|A5|xlsx|csv|XML|QR|USB|EAN-13|OECD|X|Z|t)\b|DD\/MM\/YYYY|\{+\w+\}+|U\+[0-9A-F]+/g;

const found = (language: 'ar' | 'ckb', pattern: RegExp) =>
  own(language).flatMap(([key, text]) => {
    const said = pattern.exec(text)?.[0];
    return said === undefined ? [] : [`${key}: ${said} in ${text}`];
  });

describe.each(LANGUAGES)('a text in %s', (language) => {
  it('has no Latin word but those that all languages write alike', () => {
    const wrong = own(language).filter(([, text]) => /[A-Za-z]/.test(text.replace(LATIN, '')));
    expect(wrong).toEqual([]);
  });

  it('has Latin digits, which are shown in those that a person prefers', () => {
    expect(found(language, /[\u0660-\u0669\u06f0-\u06f9]/)).toEqual([]);
  });

  it('has the quotes, commas, question marks and percent signs of its script', () => {
    expect(found(language, /[“”"‘]|[\u0600-\u06ff] ?[,;?]|%/)).toEqual([]);
    expect(own(language).filter(([, text]) => text.split('«').length !== text.split('»').length)).toEqual([]);
  });

  it('has no joining stroke, no presentation form, no double space and no space before a mark', () => {
    expect(found(language, /(?<![لب])\u0640|[\ufb50-\ufdff\ufe70-\ufefc]| {2}|[\u0600-\u06ff] [،؛؟.]/)).toEqual([]);
  });

  it('has direction marks around typed examples only', () => {
    const marked = found(language, /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/).map((text) => text.split(': ')[0]);
    const examples = ['document:problems.date', 'document:problems.syntax', 'form:amount.syntax', 'form:date_wrong'];
    expect(marked.toSorted()).toEqual(examples);
  });
});

/** Each with what is written in its place. */
const WRITTEN_ELSE: Readonly<Record<'ar' | 'ckb', readonly (readonly [RegExp, string])[]>> = {
  ar: [
    [/ًا/, 'اً'],
    [
      /(^|[^\p{L}])(أيضا|شيئا|فارغا|تماما|صفوفا|عمودا|أولا|معا|مقدما|يدويا|نقدا|مجانا|قليلا|حالا|رقما|تاريخا)($|[^\p{L}\u064b])/u,
      'the same with tanwin',
    ],
    [/(^|[^\p{L}])(ال|لل|ب|و)?مورد(?!\u0651)(ون|ين|يها)?($|[^\p{L}])/u, 'مورّد'],
    [/وثيقة|الوثيقة/, 'مستند'],
    [/(^|[^\p{L}])(ال|لل)?مصرف($|[^\p{L}])/u, 'بنك'],
    [/كاشير/, 'أمين الصندوق'],
    [/الهاتف المحمول|الجوّال/, 'الموبايل'],
    [/تنشيط/, 'تفعيل'],
    [/إقفال|مردود/, 'إغلاق، مرتجع'],
    [/بالآجل/, 'على الحساب'],
    [/سعر (الدخول|الخروج)/, 'سعر الوارد، سعر الصادر'],
    [/(^|[^\p{L}])(ال)?أصل( ثابت)?($|[^\p{L}])(?!ي)/u, 'موجود'],
    [/اتركوا|اختاروا|اذكروا|تراجعوا/, 'the singular: one person is addressed'],
  ],
  ckb: [
    [/بستانکار|حساب(?!ە)|صندوق/, 'دائین، هەژمار، سندوق'],
    [/قەید|یاسا/, 'تۆمار، ڕێسا'],
    [/ڕاژە|پەڕگە|لاپەڕە/, 'سێرڤەر، فایل، پەڕە'],
    [/ئاڵوگۆڕ|نرخی دراو/, 'نرخی گۆڕینەوە'],
    [/پەنجەمۆر/, 'کۆدی پشکنین'],
    [/نەختینە|بەخشش|بەخشراو/, 'کاش، دیاری'],
    [/خوازراو|نزیککردنەوە/, 'ویستراو، خڕکردنەوە'],
    [/هەڵگەڕ/, 'پێچەوانەکردنەوە'],
    [/وازلێهێن|وازهێنان|فڕێی بدە/, 'فڕێدان، ڕۆیشتن'],
    [/پرۆمۆشن|کۆمسیۆن|پرۆفایل|گروپ|قفڵ|فۆڕم/, 'ئۆفەر، کۆمیسیۆن، پڕۆفایل، گرووپ، قوفڵ، فۆرم'],
    [/ڕێکخستنە? ?(ی ئەمبار|ی ماوەی|ڕاستەوخۆ)/, 'ڕاستکردنەوە'],
    [/قەرزەکان$|مووچەی قەرز|کۆمیسیۆنی قەرز/, 'پابەندییەکان، نەدراو'],
    [/ێندر/, 'ێنر'],
    [/(^|[^\p{L}])فرۆش(ی|ە)? /u, 'فرۆشتن'],
    [/بەڵگە(?!نامە)/, 'بەڵگەنامە'],
    [/ڕێپێدراو|هەوڵ بدەوە/, 'ڕێگەپێدراو، هەوڵ بدەرەوە'],
    [/(^|[^\p{L}])ر[\p{L}]/u, 'ڕ at the beginning of a word'],
  ],
};

describe('a word that was written in two ways', () => {
  it.each(LANGUAGES)('is written in one in %s', (language) => {
    const wrong = WRITTEN_ELSE[language].flatMap(([pattern, right]) =>
      [...TEXTS[language]]
        .filter(([, text]) => pattern.test(text))
        .map(([key, text]) => `${key} says ${pattern.exec(text)?.[0]}, not ${right}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a number in a sentence', () => {
  /** Nouns that Arabic counts, in any of their forms. */
  const COUNTED =
    /\{+(?!field)\w+\}+ (يوم|أيام|شهر|أشهر|أسبوع|أسابيع|ساعة|ساعات|دقيقة|دقائق|سطر|أسطر|صف|صفوف|عمود|أعمدة|حرف|أحرف|مادة|مواد|مستند|حركة|حركات|سجل|صفحة|صفحات|دفعة|دفعات|مستوى|مستويات|طلب|طلبات|فرق|فروق|حدث|أحداث|وحدة|وحدات|مرة|مرات)/;
  const PLURAL = /_(one|two|few|many|other)$/;

  it('is followed by a noun in Arabic only where each form has its own text', () => {
    const wrong = [...TEXTS.ar].filter(
      ([key, text]) => !PLURAL.test(key) && COUNTED.test(text.replace(/\[[^\]]*\|[^\]]*\]/g, '')),
    );
    expect(wrong).toEqual([]);
  });

  it('is followed by a plural in English only where one has its own text', () => {
    const wrong = [...SCREEN_TEXTS.en].filter(
      ([key, text]) => !PLURAL.test(key) && /\{\{(number|count|of|all|counted|sum)\}\} (?!is)[a-z]+s\b/.test(text),
    );
    expect(wrong.filter(([key]) => !CONSTANT.test(key))).toEqual([]);
  });
  /** The number is a limit of many. */
  const CONSTANT = /^(counting:loaded_more|proposal:has_more)$/;
});

describe('direction marks', () => {
  it('are added by one module, and elsewhere only removed from typed text', () => {
    const marked = sourceFiles()
      .filter((file) => /^(web|domain|read-api|command-api|identity|languages)\//.test(file))
      .filter((file) => /\\u(200[ef]|061c|202[a-e]|206[6-9])|[\u200e\u200f\u2066-\u2069]/.test(sourceOf(file)));
    expect(marked.toSorted()).toEqual([
      'domain/values/folding.ts',
      'domain/values/plain-text.ts',
      'languages/isolate.ts',
      'web/shared/typing/amount-expression.ts',
      'web/shared/typing/date-words.ts',
      'web/shared/typing/digits.ts',
      'web/shared/typing/period-words.ts',
    ]);
  });
});
