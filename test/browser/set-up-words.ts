/** The names of a business and of its records, in each of the three languages. */
import type { Language } from './shop.ts';

export interface Business {
  readonly shop: string;
  /** Of the seed records. */
  readonly dinar: string;
  readonly dollar: string;
  readonly main: string;
  readonly outlet: string;
  readonly inventory: string;
  /** The outlet that is added later. */
  readonly second: string;
  readonly bank: string;
  readonly tax: string;
  readonly unit: string;
  /** Of the seed records. */
  readonly box: string;
  readonly category: string;
  readonly rice: string;
  readonly oil: string;
  readonly customer: string;
  readonly supplier: string;
  readonly role: string;
  readonly clerk: string;
}

const BUSINESSES: Readonly<Record<Language, Business>> = {
  en: {
    shop: 'Citadel Market',
    dinar: 'Iraqi dinar',
    dollar: 'US dollar',
    main: 'Main',
    second: 'Airport road',
    outlet: 'Bazaar shop',
    inventory: 'Back room',
    bank: 'Bank of the city',
    tax: 'Sales tax',
    unit: 'Bag',
    box: 'Box',
    category: 'Groceries',
    rice: 'Rice of Akre',
    oil: 'Sunflower oil',
    customer: 'Shilan Bakery',
    supplier: 'Azad Trading',
    role: 'Counter clerk',
    clerk: 'Dilan',
  },
  ar: {
    shop: 'سوق القلعة',
    dinar: 'دينار عراقي',
    dollar: 'دولار أمريكي',
    main: 'الرئيسي',
    second: 'طريق المطار',
    outlet: 'محل السوق',
    inventory: 'المخزن الخلفي',
    bank: 'مصرف المدينة',
    tax: 'ضريبة المبيعات',
    unit: 'كيس',
    box: 'علبة',
    category: 'مواد غذائية',
    rice: 'رز عنبر',
    oil: 'زيت دوّار الشمس',
    customer: 'مخبز شيلان',
    supplier: 'شركة آزاد',
    role: 'بائع المحل',
    clerk: 'دلان',
  },
  ckb: {
    shop: 'بازاڕی قەڵا',
    dinar: 'دیناری عێراقی',
    dollar: 'دۆلاری ئەمریکی',
    main: 'سەرەکی',
    second: 'ڕێگای فڕۆکەخانە',
    outlet: 'دوکانی بازاڕ',
    inventory: 'ژووری دواوە',
    bank: 'بانکی شار',
    tax: 'باجی فرۆشتن',
    unit: 'کیسە',
    box: 'کارتۆن',
    category: 'خۆراک',
    rice: 'برنجی ئاکرێ',
    oil: 'زەیتی گوڵەبەڕۆژە',
    customer: 'نانەواخانەی شیلان',
    supplier: 'بازرگانی ئازاد',
    role: 'فرۆشیاری دوکان',
    clerk: 'دیلان',
  },
};

export const businessOf = (language: Language): Business => BUSINESSES[language];
