/** The goods of the demonstration, in three languages: kinds by category, sizes, and (invented) brands. */

import type { Words } from './words.ts';

export interface GoodsKind extends Words {
  /** The cost of the smallest size, in hundreds of dinars. */
  readonly cost: number;
  readonly sizes: keyof typeof SIZES;
  /** Types of product below the kind. */
  readonly types?: readonly Words[];
}

const kind = (en: string, ar: string, ckb: string, cost: number, sizes: keyof typeof SIZES): GoodsKind => ({
  en,
  ar,
  ckb,
  cost,
  sizes,
});

/** Four sizes each; the cost rises with them. */
export const SIZES = {
  weight: ['250 g', '500 g', '1 kg', '5 kg'],
  volume: ['330 ml', '500 ml', '1 L', '2 L'],
  pack: ['×6', '×12', '×24', '×48'],
  size: ['S', 'M', 'L', 'XL'],
} as const;

/** Ids of countries. */
const COUNTRY = { china: 42, iran: 95, iraq: 96, turkey: 206 };

/** Items of each brand. */
export const OF_A_BRAND = 240;

export const BRANDS: readonly (Words & { readonly madeIn: number })[] = [
  { en: 'Halgurd', ar: 'هلكورد', ckb: 'هەڵگورد', madeIn: COUNTRY.iraq },
  { en: 'Dijla', ar: 'دجلة', ckb: 'دیجلە', madeIn: COUNTRY.iraq },
  { en: 'Anka', ar: 'أنكا', ckb: 'ئانکا', madeIn: COUNTRY.turkey },
  { en: 'Sepid', ar: 'سپيد', ckb: 'سپید', madeIn: COUNTRY.iran },
  { en: 'Lotus Bay', ar: 'خليج اللوتس', ckb: 'کەنداوی لۆتس', madeIn: COUNTRY.china },
];

const RICES: readonly Words[] = [
  { en: 'Amber rice', ar: 'رز عنبر', ckb: 'برنجی عەنبەر' },
  { en: 'Basmati rice', ar: 'رز بسمتي', ckb: 'برنجی بەسمەتی' },
];

export interface GoodsCategory extends Words {
  readonly kinds: readonly GoodsKind[];
}

/** Twelve categories of five kinds: with four sizes and five brands 1,200 items. */
export const CATEGORIES: readonly GoodsCategory[] = [
  {
    en: 'Grains and pulses',
    ar: 'حبوب وبقوليات',
    ckb: 'دانەوێڵە و پاقلەمەنی',
    kinds: [
      { ...kind('Rice', 'رز', 'برنج', 8, 'weight'), types: RICES },
      kind('Bulgur', 'برغل', 'ساوەر', 5, 'weight'),
      kind('Lentils', 'عدس', 'نیسک', 6, 'weight'),
      kind('Chickpeas', 'حمص', 'نۆک', 6, 'weight'),
      kind('White beans', 'فاصوليا بيضاء', 'فاسۆلیای سپی', 7, 'weight'),
    ],
  },
  {
    en: 'Baking and sugar',
    ar: 'خبز وسكر',
    ckb: 'ئارد و شەکر',
    kinds: [
      kind('Flour', 'طحين', 'ئارد', 3, 'weight'),
      kind('Sugar', 'سكر', 'شەکر', 4, 'weight'),
      kind('Salt', 'ملح', 'خوێ', 2, 'weight'),
      kind('Starch', 'نشا', 'نیشاستە', 4, 'weight'),
      kind('Semolina', 'سميد', 'سەمید', 4, 'weight'),
    ],
  },
  {
    en: 'Oil and sauces',
    ar: 'زيوت وصلصات',
    ckb: 'ڕۆن و سۆس',
    kinds: [
      kind('Sunflower oil', 'زيت عباد الشمس', 'ڕۆنی گوڵەبەڕۆژە', 15, 'volume'),
      kind('Olive oil', 'زيت زيتون', 'ڕۆنی زەیتوون', 45, 'volume'),
      kind('Vinegar', 'خل', 'سرکە', 6, 'volume'),
      kind('Pomegranate syrup', 'دبس رمان', 'دۆشاوی هەنار', 18, 'volume'),
      kind('Tomato paste', 'معجون طماطم', 'دۆشاوی تەماتە', 9, 'weight'),
    ],
  },
  {
    en: 'Tea and coffee',
    ar: 'شاي وقهوة',
    ckb: 'چا و قاوە',
    kinds: [
      kind('Black tea', 'شاي أسود', 'چای ڕەش', 22, 'weight'),
      kind('Green tea', 'شاي أخضر', 'چای سەوز', 26, 'weight'),
      kind('Ground coffee', 'قهوة مطحونة', 'قاوەی هاڕاو', 38, 'weight'),
      kind('Dried lime', 'نومي بصرة', 'لیمۆی وشک', 17, 'weight'),
      kind('Cardamom', 'هيل', 'هێل', 90, 'weight'),
    ],
  },
  {
    en: 'Dairy',
    ar: 'ألبان',
    ckb: 'شیرەمەنی',
    kinds: [
      kind('Milk', 'حليب', 'شیر', 8, 'volume'),
      kind('Ayran', 'لبن عيران', 'ماستاو', 6, 'volume'),
      kind('Yoghurt', 'لبن', 'ماست', 9, 'weight'),
      kind('White cheese', 'جبن أبيض', 'پەنیری سپی', 24, 'weight'),
      kind('Butter', 'زبدة', 'کەرە', 28, 'weight'),
    ],
  },
  {
    en: 'Drinks',
    ar: 'مشروبات',
    ckb: 'خواردنەوە',
    kinds: [
      kind('Water', 'ماء', 'ئاو', 2, 'volume'),
      kind('Orange juice', 'عصير برتقال', 'شەربەتی پرتەقاڵ', 7, 'volume'),
      kind('Grape juice', 'عصير عنب', 'شەربەتی ترێ', 7, 'volume'),
      kind('Cola', 'كولا', 'کۆلا', 5, 'volume'),
      kind('Mineral water', 'ماء معدني', 'ئاوی کانزایی', 4, 'volume'),
    ],
  },
  {
    en: 'Sweets and nuts',
    ar: 'حلويات ومكسرات',
    ckb: 'شیرینی و چەرەز',
    kinds: [
      kind('Biscuits', 'بسكويت', 'بسکیت', 12, 'pack'),
      kind('Chocolate', 'شوكولاتة', 'چکلێت', 30, 'pack'),
      kind('Dates', 'تمر', 'خورما', 12, 'weight'),
      kind('Honey', 'عسل', 'هەنگوین', 60, 'weight'),
      kind('Pistachios', 'فستق', 'فستق', 85, 'weight'),
    ],
  },
  {
    en: 'Cleaning',
    ar: 'منظفات',
    ckb: 'پاککەرەوە',
    kinds: [
      kind('Dish soap', 'سائل جلي', 'شلەی قاپشۆر', 10, 'volume'),
      kind('Washing powder', 'مسحوق غسيل', 'تایت', 12, 'weight'),
      kind('Floor cleaner', 'منظف أرضيات', 'پاککەرەوەی زەوی', 14, 'volume'),
      kind('Sponges', 'إسفنج', 'ئیسفەنج', 15, 'pack'),
      kind('Rubbish bags', 'أكياس قمامة', 'کیسەی خۆڵ', 16, 'pack'),
    ],
  },
  {
    en: 'Personal care',
    ar: 'عناية شخصية',
    ckb: 'جوانکاری',
    kinds: [
      kind('Soap', 'صابون', 'سابوون', 18, 'pack'),
      kind('Shampoo', 'شامبو', 'شامپۆ', 25, 'volume'),
      kind('Toothpaste', 'معجون أسنان', 'هەویری ددان', 32, 'pack'),
      kind('Tissues', 'مناديل ورقية', 'کلێنس', 20, 'pack'),
      kind('Cotton', 'قطن', 'لۆکە', 11, 'weight'),
    ],
  },
  {
    en: 'Kitchen',
    ar: 'أدوات مطبخ',
    ckb: 'کەلوپەلی چێشتخانە',
    kinds: [
      kind('Tea glasses', 'استكانات', 'پیاڵە', 40, 'pack'),
      kind('Plates', 'صحون', 'قاپ', 60, 'pack'),
      kind('Spoons', 'ملاعق', 'کەوچک', 35, 'pack'),
      kind('Cooking pot', 'قدر', 'مەنجەڵ', 120, 'size'),
      kind('Kettle', 'إبريق', 'کتری', 95, 'size'),
    ],
  },
  {
    en: 'Stationery',
    ar: 'قرطاسية',
    ckb: 'کەلوپەلی قوتابخانە',
    kinds: [
      kind('Notebooks', 'دفاتر', 'دەفتەر', 30, 'pack'),
      kind('Pens', 'أقلام جاف', 'پێنووسی جاف', 15, 'pack'),
      kind('Pencils', 'أقلام رصاص', 'پێنووسی ڕەساس', 12, 'pack'),
      kind('Coloured pencils', 'أقلام تلوين', 'پێنووسی ڕەنگ', 26, 'pack'),
      kind('School bag', 'حقيبة مدرسية', 'جانتای قوتابخانە', 140, 'size'),
    ],
  },
  {
    en: 'Home and electric',
    ar: 'منزل وكهرباء',
    ckb: 'ماڵ و کارەبا',
    kinds: [
      kind('Batteries', 'بطاريات', 'پاتری', 28, 'pack'),
      kind('Light bulbs', 'مصابيح', 'گڵۆپ', 45, 'pack'),
      kind('Candles', 'شموع', 'مۆم', 14, 'pack'),
      kind('Blanket', 'بطانية', 'پەتوو', 160, 'size'),
      kind('Heater', 'مدفأة', 'سۆپا', 250, 'size'),
    ],
  },
];
