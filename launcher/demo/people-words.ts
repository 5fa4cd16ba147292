/** Names of the demonstration's people and firms. All of them are invented. */
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

const FIRST_NAMES = [
  ...['Azad', 'Shilan', 'Karwan', 'Hêvî', 'Dilan', 'Rebin', 'Nermin', 'Soran', 'Chra', 'Hawar', 'Lana', 'Zana'],
  ...['Ahmed', 'Zainab', 'Hassan', 'Noor', 'Ali', 'Maryam', 'Omar', 'Huda', 'Yousif', 'Sara', 'Kareem', 'Rana'],
];
const LAST_NAMES = [...['Aziz', 'Rasul', 'Hamid', 'Othman', 'Jabbar', 'Salih', 'Majeed', 'Kadhim', 'Fattah', 'Shukri']];

/** Every name once: first names go round while last names pass them. */
export function nameOf(number: number): string {
  const first = FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
  const last = LAST_NAMES[(number + Math.floor(number / FIRST_NAMES.length)) % LAST_NAMES.length] ?? '';
  return `${first} ${last}`;
}

export const NAMES_COUNT = FIRST_NAMES.length * LAST_NAMES.length;

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
/** As their owners write them. */
const OWNERS: readonly Words[] = [
  words('Azad', 'آزاد', 'ئازاد'),
  words('Shilan', 'شيلان', 'شیلان'),
  words('Karwan', 'كاروان', 'کاروان'),
  words('Dilan', 'ديلان', 'دیلان'),
  words('Soran', 'سوران', 'سۆران'),
  words('Hawar', 'هاوار', 'هاوار'),
  words('Zana', 'زانا', 'زانا'),
  words('Zainab', 'زينب', 'زەینەب'),
  words('Hassan', 'حسن', 'حەسەن'),
  words('Omar', 'عمر', 'عومەر'),
  words('Huda', 'هدى', 'هودا'),
];

/** A firm has one name, in the language of its owner: a third of them each. */
export function firmOf(number: number): string {
  const [firm, owner] = [FIRMS[number % FIRMS.length], OWNERS[(number * 7 + 3) % OWNERS.length]];
  const branch = Math.floor(number / FIRMS.length) + 1;
  if (number % 3 === 1) return `${firm?.ar} ${owner?.ar} ${branch}`;
  return number % 3 === 2 ? `${firm?.ckb} ${owner?.ckb} ${branch}` : `${owner?.en} ${firm?.en} ${branch}`;
}

export const SUPPLIERS: readonly string[] = [
  ...['Zagros Foods', 'Two Rivers Trading', 'Anadolu Export', 'Sepid Dairy', 'Canton Household', 'Northern Mills'],
  ...['Qandil Water', 'Babylon Paper', 'Citadel Cleaning', 'Silk Road Tea', 'Green Valley Oil', 'Mountain Honey'],
  ...['Rapid Transport', 'Gulf Customs Agents', 'City Electricity'],
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
  ['Dilan Aziz', '60'],
  ['Ahmed Kadhim', '40'],
];
