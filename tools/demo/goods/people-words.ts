/**
 * Names of the demonstration's people and firms, in the language of their bearers (docs/decisions/0080). All are
 * invented.
 */
import { defined } from '../../../domain/values/defined.ts';
import { type Words, words } from './words.ts';

export const CITIES: readonly Words[] = [
  words('Erbil', 'أربيل', 'هەولێر'),
  words('Sulaymaniyah', 'السليمانية', 'سلێمانی'),
  words('Baghdad', 'بغداد', 'بەغدا'),
  words('Duhok', 'دهوك', 'دهۆک'),
  words('Kirkuk', 'كركوك', 'کەرکووک'),
  words('Mosul', 'الموصل', 'مووسڵ'),
  words('Basra', 'البصرة', 'بەسرە'),
];

const FIRST_NAMES: readonly Words[] = [
  words('Azad', 'آزاد', 'ئازاد'),
  words('Shilan', 'شيلان', 'شیلان'),
  words('Karwan', 'كاروان', 'کاروان'),
  words('Hêvî', 'هيفي', 'هێڤی'),
  words('Dilan', 'ديلان', 'دیلان'),
  words('Rebin', 'ريبين', 'ڕێبین'),
  words('Nermin', 'نرمين', 'نەرمین'),
  words('Soran', 'سوران', 'سۆران'),
  words('Chra', 'جرا', 'چرا'),
  words('Hawar', 'هاوار', 'هاوار'),
  words('Lana', 'لانا', 'لانا'),
  words('Zana', 'زانا', 'زانا'),
  words('Ahmed', 'أحمد', 'ئەحمەد'),
  words('Zainab', 'زينب', 'زەینەب'),
  words('Hassan', 'حسن', 'حەسەن'),
  words('Noor', 'نور', 'نوور'),
  words('Ali', 'علي', 'عەلی'),
  words('Maryam', 'مريم', 'مەریەم'),
  words('Omar', 'عمر', 'عومەر'),
  words('Huda', 'هدى', 'هودا'),
  words('Yousif', 'يوسف', 'یوسف'),
  words('Sara', 'سارة', 'سارا'),
  words('Kareem', 'كريم', 'کەریم'),
  words('Rana', 'رنا', 'ڕەنا'),
];
const LAST_NAMES: readonly Words[] = [
  words('Aziz', 'عزيز', 'عەزیز'),
  words('Rasul', 'رسول', 'ڕەسوڵ'),
  words('Hamid', 'حميد', 'حەمید'),
  words('Othman', 'عثمان', 'عوسمان'),
  words('Jabbar', 'جبار', 'جەبار'),
  words('Salih', 'صالح', 'ساڵح'),
  words('Majeed', 'مجيد', 'مەجید'),
  words('Kadhim', 'كاظم', 'کازم'),
  words('Fattah', 'فتاح', 'فەتاح'),
  words('Shukri', 'شكري', 'شوکری'),
];

const LANGUAGES = ['ckb', 'en', 'ar'] as const;

export interface PersonName {
  /** The first name in Latin letters, for the sign-in: `Azad`. */
  readonly latin: string;
  /** First and last name in the person's own writing. */
  readonly own: string;
  readonly language: keyof Words;
}

/** Every combination once: first names cycle faster than last names. People write their names in their own language. */
export function nameOf(number: number): PersonName {
  const first = defined(FIRST_NAMES[number % FIRST_NAMES.length]);
  const last = defined(LAST_NAMES[(number + 3 * Math.floor(number / FIRST_NAMES.length)) % LAST_NAMES.length]);
  const language = defined(LANGUAGES[number % LANGUAGES.length]);
  return { latin: first.en, own: `${first[language]} ${last[language]}`, language };
}

const FIRMS: readonly Words[] = [
  words('Market', 'سوق', 'بازاڕی'),
  words('Bakery', 'مخبز', 'نانەواخانەی'),
  words('Restaurant', 'مطعم', 'چێشتخانەی'),
  words('Hotel', 'فندق', 'هوتێلی'),
  words('Pharmacy', 'صيدلية', 'دەرمانخانەی'),
  words('Grocery', 'بقالية', 'بەقاڵی'),
  words('Café', 'مقهى', 'چایخانەی'),
  words('School', 'مدرسة', 'قوتابخانەی'),
  words('Clinic', 'عيادة', 'کلینیکی'),
  words('Bazaar', 'بازار', 'دوکانی'),
];
const OWNERS: readonly Words[] = [0, 1, 2, 4, 7, 9, 11, 13, 14, 18, 19].map((place) => defined(FIRST_NAMES[place]));
/** Indices in CITIES of cities in Kurdistan; the others write in Arabic. */
const KURDISH_CITIES: readonly number[] = [0, 1, 3, 4];
/** Percentage of firms with an English name. */
const ENGLISH_PERCENT = 20;

/** The language of the city with this index in CITIES. */
export const languageOf = (city: number): keyof Words => (KURDISH_CITIES.includes(city) ? 'ckb' : 'ar');

/** A firm has one name: in the language of its city, or in English. */
export function firmOf(number: number, city: number): string {
  const [firm, owner] = [defined(FIRMS[number % FIRMS.length]), defined(OWNERS[(number * 7 + 3) % OWNERS.length])];
  const branch = Math.floor(number / FIRMS.length) + 1;
  if ((number * 37) % 100 < ENGLISH_PERCENT) return `${owner.en} ${firm.en} ${branch}`;
  const language = languageOf(city);
  return `${firm[language]} ${owner[language]} ${branch}`;
}

/** Local firms in Kurdish or Arabic, foreign ones in English. The third from the end is a carrier. */
export const SUPPLIERS: readonly string[] = [
  'خۆراکی زاگرۆس',
  'تجارة الرافدين',
  'Anadolu Export',
  'Sepid Dairy',
  'Canton Household',
  'ئاشەکانی باکوور',
  'ئاوی قەندیل',
  'ورق بابل',
  'پاککەرەوەی قەڵا',
  'Silk Road Tea',
  'زەیتی دۆڵی سەوز',
  'هەنگوینی چیا',
  'گواستنەوەی خێرا',
  'Gulf Customs Agents',
  'کارەبای شار',
];

export const EXPENSE_TYPES: readonly Words[] = [
  words('Electricity', 'كهرباء', 'کارەبا'),
  words('Water', 'ماء', 'ئاو'),
  words('Internet', 'إنترنت', 'ئینتەرنێت'),
  words('Fuel', 'وقود', 'سووتەمەنی'),
  words('Repairs', 'صيانة', 'چاککردنەوە'),
  words('Advertising', 'إعلان', 'ڕیکلام'),
];
export const INCOME_TYPES: readonly Words[] = [
  words('Shelf rent', 'إيجار رفوف', 'کرێی ڕەفە'),
  words('Scrap sold', 'بيع خردة', 'فرۆشتنی کەلوپەلی کۆن'),
];
export const STOCKHOLDERS: readonly (readonly [string, string])[] = [
  ['دیلان عەزیز', '60'],
  ['أحمد كاظم', '40'],
];
