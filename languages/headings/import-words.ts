/** The headings of spreadsheets, the words for cell values, and the labels of import parameters, in each language. */

import { LANGUAGES, type Language } from '../../domain/values/language.ts';
import { keyedBy, textsOf } from '../../domain/values/members.ts';

/** The first word is shown; the others are accepted too. */
type Words = Readonly<Record<Language, string | readonly string[]>>;

const ALTERNATIVE_UNIT: Readonly<Record<string, Words>> = {
  alternative_unit: {
    en: ['Alternative unit', 'Alternative unit name'],
    ar: 'الوحدة البديلة',
    ckb: 'یەکەی جێگرەوە',
  },
  alternative_price: { en: 'Alternative unit price', ar: 'سعر الوحدة البديلة', ckb: 'نرخی یەکەی جێگرەوە' },
  alternative_barcode: { en: 'Alternative unit barcode', ar: 'باركود الوحدة البديلة', ckb: 'بارکۆدی یەکەی جێگرەوە' },
  base_unit_qty: {
    en: ['Base units in the alternative unit', 'Base unit quantity'],
    ar: 'عدد الوحدات الأساسية في الوحدة البديلة',
    ckb: 'ژمارەی یەکەی بنەڕەتی لە یەکەی جێگرەوەدا',
  },
};

const withNumber = (words: Words, number: number): Words => {
  const of = (language: Language) => textsOf([words[language]].flat()).map((word) => `${word} ${number}`);
  return { en: of('en'), ar: of('ar'), ckb: of('ckb') };
};

/** The headings of the first alternative unit, and those of the others with their numbers. */
const ALTERNATIVE_UNITS: Readonly<Record<string, Words>> = {
  ...ALTERNATIVE_UNIT,
  ...Object.fromEntries(
    [2, 3, 4].flatMap((number) =>
      Object.entries(ALTERNATIVE_UNIT).map(([column, words]) => [`${column}_${number}`, withNumber(words, number)]),
    ),
  ),
};

/** The goods of a promotion, and those of its second and third place. */
const PROMOTED: Readonly<Record<string, Words>> = {
  bought_item: { en: 'Item to buy', ar: 'مادة الشراء', ckb: 'کاڵای کڕین' },
  bought_unit: { en: 'Unit to buy', ar: 'وحدة الشراء', ckb: 'یەکەی کڕین' },
  bought_quantity: { en: 'Quantity to buy', ar: 'كمية الشراء', ckb: 'بڕی کڕین' },
  given_item: { en: 'Item given free', ar: 'المادة المجانية', ckb: 'کاڵای بەخۆڕایی' },
  given_unit: { en: 'Unit given free', ar: 'وحدة المجاني', ckb: 'یەکەی بەخۆڕایی' },
  given_quantity: { en: 'Quantity given free', ar: 'الكمية المجانية', ckb: 'بڕی بەخۆڕایی' },
};
const ALL_PROMOTED: Readonly<Record<string, Words>> = {
  ...PROMOTED,
  ...Object.fromEntries(
    [2, 3].flatMap((number) =>
      Object.entries(PROMOTED).map(([column, words]) => [`${column}_${number}`, withNumber(words, number)]),
    ),
  ),
};

/** Of the columns of a pricing list and of an inventory, before their names. */
const OF_PLACES: Readonly<Record<string, Words>> = {
  level_minimum: { en: 'Minimum', ar: 'الحد الأدنى', ckb: 'کەمترین' },
  level_maximum: { en: 'Maximum', ar: 'الحد الأقصى', ckb: 'زۆرترین' },
  list_price: { en: 'Price', ar: 'السعر', ckb: 'نرخ' },
  list_price_1: { en: 'Alternative unit price', ar: 'سعر الوحدة البديلة', ckb: 'نرخی یەکەی جێگرەوە' },
  list_price_2: { en: 'Alternative unit price 2', ar: 'سعر الوحدة البديلة 2', ckb: 'نرخی یەکەی جێگرەوە 2' },
  list_price_3: { en: 'Alternative unit price 3', ar: 'سعر الوحدة البديلة 3', ckb: 'نرخی یەکەی جێگرەوە 3' },
  list_price_4: { en: 'Alternative unit price 4', ar: 'سعر الوحدة البديلة 4', ckb: 'نرخی یەکەی جێگرەوە 4' },
};

const HEADINGS: Readonly<Record<string, Words>> = {
  ...OF_PLACES,
  record_id: { en: ['ID', 'Number in Daftar'], ar: ['المعرّف', 'الرقم في دفتر'], ckb: ['ناسنامە', 'ژمارە لە دەفتەر'] },
  item_code: {
    en: ['Item code', 'Code', 'SKU'],
    ar: ['رمز المادة', 'كود المادة', 'الرمز', 'الكود'],
    ckb: ['کۆدی کاڵا', 'کۆد'],
  },
  category: { en: 'Category', ar: 'الفئة', ckb: 'پۆل' },
  sub_category: { en: 'Sub-category', ar: 'الفئة الفرعية', ckb: 'پۆلی لاوەکی' },
  item_type: { en: ['Item type', 'Type'], ar: 'نوع المادة', ckb: 'جۆری کاڵا' },
  item_name: { en: 'Item name', ar: 'اسم المادة', ckb: 'ناوی کاڵا' },
  item_name_ar: {
    en: ['Item name in Arabic', 'Name in Arabic'],
    ar: ['اسم المادة بالعربية', 'الاسم بالعربية'],
    ckb: ['ناوی کاڵا بە عەرەبی', 'ناو بە عەرەبی'],
  },
  item_name_ckb: {
    en: ['Item name in Kurdish', 'Name in Kurdish'],
    ar: ['اسم المادة بالكردية', 'الاسم بالكردية'],
    ckb: ['ناوی کاڵا بە کوردی', 'ناو بە کوردی'],
  },
  brand: { en: 'Brand', ar: 'العلامة التجارية', ckb: 'براند' },
  sale_price_editable: {
    en: 'Sale price editable',
    ar: 'يمكن تعديل سعر البيع',
    ckb: 'دەتوانرێت نرخی فرۆشتن بگۆڕدرێت',
  },
  sale_price: { en: ['Sale price', 'Price'], ar: 'سعر البيع', ckb: 'نرخی فرۆشتن' },
  shortage_alert: { en: 'Shortage alert', ar: 'تنبيه النقص', ckb: 'ئاگاداریی کەمبوون' },
  expire_alert: {
    en: ['Expiry alert (days)', 'Expire alert'],
    ar: 'تنبيه الانتهاء (أيام)',
    ckb: 'ئاگاداریی بەسەرچوون (ڕۆژ)',
  },
  barcode: { en: 'Barcode', ar: ['الباركود', 'باركود'], ckb: 'بارکۆد' },
  description: { en: 'Description', ar: 'الوصف', ckb: 'وەسف' },
  direct_of_use: { en: ['Direction of use', 'Direct of use'], ar: 'طريقة الاستعمال', ckb: 'شێوازی بەکارهێنان' },
  base_unit: { en: 'Base unit', ar: 'الوحدة الأساسية', ckb: 'یەکەی بنەڕەتی' },
  ...ALTERNATIVE_UNITS,
  default_unit: { en: 'Default unit', ar: 'الوحدة الافتراضية', ckb: 'یەکەی بنچینەیی' },
  name: {
    en: ['Name', 'Customer name', 'Supplier name', 'Full name'],
    ar: ['الاسم', 'اسم الزبون', 'اسم العميل', 'اسم المورد', 'الاسم الكامل'],
    ckb: ['ناو', 'ناوی کڕیار', 'ناوی دابینکەر'],
  },
  name_ar: { en: 'Name in Arabic', ar: 'الاسم بالعربية', ckb: 'ناو بە عەرەبی' },
  name_ckb: { en: 'Name in Kurdish', ar: 'الاسم بالكردية', ckb: 'ناو بە کوردی' },
  category_above: {
    en: ['Parent category', 'Category above it'],
    ar: ['الفئة الأعلى', 'الفئة الرئيسية'],
    ckb: ['پۆلی سەرووتر', 'پۆلی سەرەکی'],
  },
  made_in: {
    en: ['Country of origin', 'Made in'],
    ar: ['بلد الصنع', 'البلد'],
    ckb: ['وڵاتی دروستکردن', 'دروستکراوی'],
  },
  customer_type: { en: ['Individual or company', 'Type', 'Customer type'], ar: 'فرد أو شركة', ckb: 'تاک یان کۆمپانیا' },
  supplier_type: { en: ['Individual or company', 'Type', 'Supplier type'], ar: 'فرد أو شركة', ckb: 'تاک یان کۆمپانیا' },
  code: {
    en: ['Code', 'Customer code', 'Supplier code', 'Account number'],
    ar: ['الرمز', 'الكود', 'رقم الزبون', 'رقم العميل', 'رقم الحساب'],
    ckb: ['کۆد', 'ژمارەی کڕیار'],
  },
  mobile: {
    en: ['Mobile', 'Mobile number', 'Phone', 'Telephone'],
    ar: ['الموبايل', 'الهاتف المحمول', 'رقم الموبايل', 'رقم الهاتف', 'الهاتف', 'الجوال'],
    ckb: ['مۆبایل', 'ژمارەی مۆبایل', 'تەلەفۆن'],
  },
  office_phone: { en: 'Office phone', ar: 'هاتف المكتب', ckb: 'تەلەفۆنی نووسینگە' },
  email: { en: 'Email', ar: 'البريد الإلكتروني', ckb: 'ئیمەیڵ' },
  city: { en: 'City', ar: 'المدينة', ckb: 'شار' },
  address: { en: 'Address', ar: ['العنوان', 'عنوان الزبون'], ckb: 'ناونیشان' },
  group: { en: ['Group', 'Customer group'], ar: 'المجموعة', ckb: 'گرووپ' },
  allowed_debit_amount: {
    en: ['Allowed debit amount', 'Credit limit'],
    ar: ['الدين المسموح به', 'مبلغ الدين المسموح', 'حد الدين', 'سقف الدين'],
    ckb: ['قەرزی ڕێگەپێدراو', 'بڕی قەرزی ڕێگەپێدراو'],
  },
  payment_terms_days: {
    en: ['Days until due', 'Payment terms', 'Terms'],
    ar: ['أيام الاستحقاق', 'مدة السداد'],
    ckb: ['ڕۆژانی ماوەی پارەدان', 'ماوەی پارەدان'],
  },
  overdue_days: { en: 'Overdue days', ar: ['أيام التأخر', 'أيام التأخير'], ckb: 'ڕۆژانی دواکەوتن' },
  pricing_list: { en: 'Pricing list', ar: 'قائمة الأسعار', ckb: 'لیستی نرخ' },
  note: { en: 'Note', ar: 'ملاحظة', ckb: 'تێبینی' },
  account_number: {
    en: ['Account number', 'Account code', 'Number', 'Code'],
    ar: ['رقم الحساب', 'رمز الحساب'],
    ckb: ['ژمارەی هەژمار', 'کۆدی هەژمار'],
  },
  account_name: { en: ['Account name', 'Account'], ar: ['اسم الحساب', 'الحساب'], ckb: ['ناوی هەژمار', 'هەژمار'] },
  debit: { en: ['Debit', 'Debit balance'], ar: ['مدين', 'رصيد مدين'], ckb: ['مەدین', 'باڵانسی مەدین'] },
  credit: { en: ['Credit', 'Credit balance'], ar: ['دائن', 'رصيد دائن'], ckb: ['دائین', 'باڵانسی دائین'] },
  chart_account: {
    en: ['Account here', 'Chart account'],
    ar: ['الحساب هنا', 'رقم الحساب هنا'],
    ckb: ['هەژمار لێرە', 'ژمارەی هەژمار لێرە'],
  },
  asset: {
    en: ['Fixed asset', 'Asset', 'Asset name'],
    ar: ['موجود ثابت', 'الأصل الثابت', 'الأصل'],
    ckb: ['دارایی جێگیر', 'سامانی جێگیر'],
  },
  bought_on: {
    en: ['Bought on', 'Purchase date', 'Date'],
    ar: ['تاريخ الشراء', 'التاريخ'],
    ckb: ['بەرواری کڕین', 'بەروار'],
  },
  asset_cost: { en: ['Cost', 'Asset cost'], ar: ['الكلفة', 'التكلفة'], ckb: ['تێچوو', 'نرخی کڕین'] },
  depreciated: {
    en: ['Accumulated depreciation', 'Depreciated'],
    ar: ['مجمع الاندثار', 'الاندثار المتراكم'],
    ckb: ['کۆی داخوران', 'داخوران'],
  },
  months_left: {
    en: ['Months left', 'Remaining months', 'Remaining life'],
    ar: ['الأشهر المتبقية', 'العمر المتبقي'],
    ckb: ['مانگە ماوەکان', 'تەمەنی ماوە'],
  },
  salvage: { en: ['Worth at the end', 'Salvage value'], ar: 'القيمة في النهاية', ckb: 'بەها لە کۆتاییدا' },
  declining_percent: {
    en: 'Declining balance: percent a year',
    ar: 'الاندثار المتناقص: النسبة السنوية',
    ckb: 'داخورانی کەمبووەوە: ڕێژەی ساڵانە',
  },
  promotion_title: {
    en: ['Title', 'Promotion', 'Name'],
    ar: ['العنوان', 'العرض', 'الاسم'],
    ckb: ['سەردێڕ', 'ئۆفەر', 'ناو'],
  },
  promotion_title_ar: { en: 'Title in Arabic', ar: 'العنوان بالعربية', ckb: 'سەردێڕ بە عەرەبی' },
  promotion_title_ckb: { en: 'Title in Kurdish', ar: 'العنوان بالكردية', ckb: 'سەردێڕ بە کوردی' },
  start_date: { en: ['Start date', 'From'], ar: ['تاريخ البدء', 'من'], ckb: ['بەرواری دەستپێک', 'لە'] },
  end_date: { en: ['End date', 'To'], ar: ['تاريخ الانتهاء', 'إلى'], ckb: ['بەرواری کۆتایی', 'بۆ'] },
  promotion_status: { en: ['Status', 'State'], ar: 'الحالة', ckb: 'بار' },
  minimum_amount: { en: 'Minimum amount', ar: 'الحد الأدنى للمبلغ', ckb: 'کەمترین بڕ' },
  applies: { en: 'Applies', ar: 'التطبيق', ckb: 'جێبەجێبوون' },
  reward_type: { en: ['Reward', 'Type'], ar: ['المكافأة', 'النوع'], ckb: ['خەڵات', 'جۆر'] },
  reward_percentage: {
    en: ['Discount (%)', 'Discount'],
    ar: ['خصم (٪)', 'الخصم'],
    ckb: ['داشکاندن (٪)', 'داشکاندن'],
  },
  reward_amount: { en: ['Reward amount', 'Amount'], ar: ['مبلغ المكافأة', 'المبلغ'], ckb: ['بڕی خەڵات', 'بڕی پارە'] },
  ...ALL_PROMOTED,
  staff_name: {
    en: ['User name', 'Staff name', 'Employee name', 'Name'],
    ar: ['اسم المستخدم', 'اسم الموظف', 'الاسم'],
    ckb: ['ناوی بەکارهێنەر', 'ناوی کارمەند', 'ناو'],
  },
  full_name: { en: 'Full name', ar: ['الاسم الكامل', 'الاسم الثلاثي'], ckb: ['ناوی تەواو', 'ناوی سیانی'] },
  user_code: { en: ['Staff code', 'Code'], ar: ['رمز الموظف', 'الرمز'], ckb: ['کۆدی کارمەند', 'کۆد'] },
  role: { en: ['Role', 'Position'], ar: ['الدور', 'الوظيفة'], ckb: ['ڕۆڵ', 'پۆست'] },
  own_outlet: { en: ['Outlet', 'Branch'], ar: ['الفرع', 'فرع'], ckb: ['لق', 'فرۆشگا'] },
  own_inventory: {
    en: ['Default inventory', 'Inventory'],
    ar: ['المخزن الافتراضي', 'المخزن'],
    ckb: ['ئەمباری بنەڕەت', 'ئەمبار'],
  },
  own_account: {
    en: ['Default account', 'Cash account'],
    ar: ['الحساب الافتراضي', 'الصندوق'],
    ckb: ['هەژماری بنەڕەت', 'سندوق'],
  },
  is_cashier: { en: ['Is a cashier', 'Cashier'], ar: ['أمين صندوق', 'كاشير'], ckb: ['کاشێرە', 'کاشێر'] },
  joined_on: {
    en: ['Joining date', 'Joined on'],
    ar: ['تاريخ الالتحاق', 'تاريخ المباشرة'],
    ckb: ['بەرواری دەستبەکاربوون', 'بەرواری دامەزران'],
  },
  language: { en: 'Language', ar: 'اللغة', ckb: 'زمان' },
  customer: { en: ['Customer', 'Customer name', 'Customer code'], ar: ['الزبون', 'العميل'], ckb: 'کڕیار' },
  supplier: { en: ['Supplier', 'Supplier name', 'Vendor'], ar: ['المورّد', 'المورد'], ckb: 'دابینکەر' },
  person: { en: ['Person of the staff', 'Employee', 'Staff'], ar: ['الموظف', 'موظف'], ckb: 'کارمەند' },
  document_number: {
    en: ['Document number', 'Invoice number', 'Bill number', 'Invoice', 'Number'],
    ar: ['رقم المستند', 'رقم الفاتورة', 'الرقم'],
    ckb: ['ژمارەی بەڵگەنامە', 'ژمارەی پسوولە', 'ژمارە'],
  },
  document_date: {
    en: ['Document date', 'Invoice date', 'Date'],
    ar: ['تاريخ المستند', 'تاريخ الفاتورة', 'التاريخ'],
    ckb: ['بەرواری بەڵگەنامە', 'بەرواری پسوولە', 'بەروار'],
  },
  due_date: {
    en: ['Due date', 'Due'],
    ar: ['تاريخ الاستحقاق', 'الاستحقاق'],
    ckb: ['بەرواری شایستەبوون', 'شایستەبوون'],
  },
  open_amount: {
    en: ['Open amount', 'Amount due', 'Balance', 'Remaining', 'Amount'],
    ar: ['مبلغ غير مسدد', 'المبلغ المفتوح', 'الرصيد', 'المتبقي', 'المبلغ'],
    ckb: ['بڕی پارەی نەدراو', 'بڕی کراوە', 'ماوە', 'بڕی پارە'],
  },
  opened_as: { en: ['Debt or advance', 'Type'], ar: ['دين أو سلفة', 'النوع'], ckb: ['قەرز یان پێشەکی', 'جۆر'] },
  currency: { en: 'Currency', ar: 'العملة', ckb: 'دراو' },
  rate: { en: ['Rate', 'Exchange rate'], ar: ['سعر الصرف', 'السعر'], ckb: ['نرخی گۆڕینەوە', 'نرخی ئاڵوگۆڕ'] },
  item: { en: ['Item', 'Item name', 'Item code', 'Barcode'], ar: ['المادة', 'اسم المادة'], ckb: ['کاڵا', 'ناوی کاڵا'] },
  unit: { en: 'Unit', ar: 'الوحدة', ckb: 'یەکە' },
  item_description: {
    en: ['Item description', 'Description'],
    ar: ['وصف المادة', 'الوصف'],
    ckb: ['وەسفی کاڵا', 'وەسف'],
  },
  unit_bonus: { en: ['Bonus', 'Unit bonus'], ar: ['الهدية', 'الكمية المجانية'], ckb: ['دیاری', 'بەخشش'] },
  unit_quantity: { en: ['Quantity', 'Unit quantity'], ar: ['الكمية', 'كمية'], ckb: 'بڕ' },
  counted_quantity: {
    en: ['Counted quantity', 'Quantity', 'Count'],
    ar: ['الكمية المعدودة', 'الكمية'],
    ckb: ['بڕی ژمێردراو', 'بڕ'],
  },
  shelf: { en: 'Shelf', ar: ['الرف', 'رف'], ckb: 'ڕەف' },
  unit_price: { en: ['Unit price', 'Price'], ar: ['سعر الوحدة', 'سعر'], ckb: ['نرخی یەکە', 'نرخ'] },
  line_value: {
    en: ['Value of the whole quantity', 'Stock value'],
    ar: ['قيمة الكمية كلها', 'قيمة المخزون'],
    ckb: ['بەهای هەموو بڕەکە', 'بەهای کۆگا'],
  },
  batch_number: {
    en: ['Batch number', 'Batch', 'Lot', 'Serial number', 'IMEI'],
    ar: ['رقم التشغيلة', 'التشغيلة', 'الرقم التسلسلي'],
    ckb: ['ژمارەی وەجبە', 'وەجبە', 'ژمارەی زنجیرەیی'],
  },
  serial_numbers: { en: 'Serial numbers', ar: 'الأرقام التسلسلية', ckb: 'ژمارە زنجیرەییەکان' },
  warranty_months: {
    en: ['Warranty (months)', 'Warranty'],
    ar: ['الضمان (بالأشهر)', 'الضمان'],
    ckb: ['گەرەنتی (بە مانگ)', 'گەرەنتی'],
  },
  weight: { en: ['Weight (kg)', 'Weight'], ar: ['الوزن (كغ)', 'الوزن'], ckb: ['کێش (کگم)', 'کێش'] },
  volume: { en: ['Volume (m³)', 'Volume', 'CBM'], ar: ['الحجم (م³)', 'الحجم'], ckb: ['قەبارە (م³)', 'قەبارە'] },
  expire_date: { en: ['Expiry date', 'Expire date'], ar: 'تاريخ الانتهاء', ckb: 'بەرواری بەسەرچوون' },
  new_price: { en: ['New price', 'Price'], ar: ['السعر الجديد', 'سعر'], ckb: ['نرخی نوێ', 'نرخ'] },
};

const VALUES: Readonly<Record<string, Words>> = {
  yes: { en: ['yes', '1', 'true', 'y'], ar: 'نعم', ckb: 'بەڵێ' },
  no: { en: ['no', '0', 'false', 'n'], ar: ['لا', 'كلا'], ckb: 'نەخێر' },
  goods: { en: 'Goods', ar: 'بضاعة', ckb: ['کاڵا', 'کەلوپەل'] },
  service: { en: 'Service', ar: 'خدمة', ckb: 'خزمەتگوزاری' },
  none: { en: 'None', ar: 'بدون', ckb: 'هیچ' },
  at_receipt: {
    en: ['Known at the latest when received', 'Received'],
    ar: ['تُعرف عند الاستلام على الأكثر', 'عند الاستلام'],
    ckb: ['دواکات لە وەرگرتندا دەزانرێت', 'لە وەرگرتندا'],
  },
  at_sale: {
    en: ['Known at the latest when sold', 'Sold'],
    ar: ['تُعرف عند البيع على الأكثر', 'عند البيع'],
    ckb: ['دواکات لە فرۆشتندا دەزانرێت', 'لە فرۆشتندا'],
  },
  draft: { en: 'Draft', ar: 'مسودة', ckb: 'ڕەشنووس' },
  active: { en: 'Active', ar: ['نشط', 'فعّال', 'فعال'], ckb: 'چالاک' },
  inactive: { en: 'Inactive', ar: ['غير نشط', 'غير فعّال', 'غير فعال'], ckb: 'ناچالاک' },
  once: { en: 'Once', ar: 'مرة واحدة', ckb: 'یەک جار' },
  each_time: { en: 'Each time', ar: 'في كل مرة', ckb: 'هەموو جارێک' },
  get_free: { en: ['Get free', 'Free goods'], ar: 'هدية مجانية', ckb: 'بەخۆڕایی' },
  get_discount: { en: ['Get discount', 'Discount'], ar: 'خصم', ckb: 'داشکاندن' },
  get_amount: { en: ['Get amount', 'Amount'], ar: 'مبلغ', ckb: 'بڕێک' },
  en: { en: 'English', ar: 'الإنجليزية', ckb: 'ئینگلیزی' },
  ar: { en: 'Arabic', ar: 'العربية', ckb: 'عەرەبی' },
  ckb: { en: 'Kurdish', ar: 'الكردية', ckb: 'کوردی' },
  individual: { en: 'Individual', ar: 'فرد', ckb: ['تاک', 'کەس'] },
  company: { en: 'Company', ar: 'شركة', ckb: 'کۆمپانیا' },
  new: { en: 'Add new rows', ar: 'إضافة صفوف جديدة', ckb: 'زیادکردنی ڕیزی نوێ' },
  update: { en: 'Update what is there', ar: 'تحديث الموجود', ckb: 'نوێکردنەوەی ئەوەی هەیە' },
  both: { en: 'Both', ar: 'كلاهما', ckb: 'هەردووکیان' },
  debt: { en: ['Debt', 'Invoice', 'Bill'], ar: ['دين', 'فاتورة'], ckb: ['قەرز', 'پسوولە'] },
  advance: { en: ['Advance', 'Prepayment'], ar: ['سلفة', 'دفعة مقدمة'], ckb: ['پێشەکی', 'پارەی پێشەکی'] },
  capital: { en: 'Capital', ar: 'رأس المال', ckb: 'سەرمایە' },
  add: { en: 'Add again', ar: 'تُضاف مرة أخرى', ckb: 'دووبارە زیاد بکە' },
  'retained-earnings': { en: 'Retained earnings', ar: 'الأرباح المحتجزة', ckb: 'قازانجی هێڵراوە' },
};

const PARAMETERS: Readonly<Record<string, Words>> = {
  mode: { en: 'What the rows do', ar: 'ما تفعله الصفوف', ckb: 'ڕیزەکان چی دەکەن' },
  key: { en: 'Records are found by', ar: 'تُعرف السجلات بـ', ckb: 'تۆمارەکان دەدۆزرێنەوە بە' },
  outlet: { en: 'Outlet', ar: 'الفرع', ckb: 'لق' },
  inventory: { en: 'Inventory', ar: 'المخزن', ckb: 'ئەمبار' },
  goods_there: {
    en: 'Goods with an opening balance',
    ar: 'بضاعة لها رصيد افتتاحي',
    ckb: 'کاڵای خاوەن باڵانسی سەرەتایی',
  },
  same_names: {
    en: 'Names and telephones that are there already',
    ar: 'الأسماء والهواتف الموجودة',
    ckb: 'ئەو ناو و ژمارە تەلەفۆنانەی کە هەن',
  },
  against: { en: 'Booked against', ar: 'يقيد مقابل', ckb: 'تۆمار دەکرێت لە بەرامبەر' },
  pricing_list: { en: 'Pricing list', ar: 'قائمة الأسعار', ckb: 'لیستی نرخ' },
  date: { en: 'Date', ar: 'التاريخ', ckb: 'بەروار' },
};

/** The kind of record that a reference names, in a sentence. */
const RESOURCES: Readonly<Record<string, Words>> = {
  categories: { en: 'Category', ar: 'الفئة', ckb: 'پۆل' },
  brands: { en: 'Brand', ar: 'العلامة التجارية', ckb: 'براند' },
  units: { en: 'Unit', ar: 'الوحدة', ckb: 'یەکە' },
  cities: { en: 'City', ar: 'المدينة', ckb: 'شار' },
  fixed_assets: { en: 'Fixed asset', ar: 'موجود ثابت', ckb: 'دارایی جێگیر' },
  customers: { en: 'Customer', ar: 'الزبون', ckb: 'کڕیار' },
  suppliers: { en: 'Supplier', ar: 'المورّد', ckb: 'دابینکەر' },
  users: { en: 'Person of the staff', ar: 'الموظف', ckb: 'کارمەند' },
  currencies: { en: 'Currency', ar: 'العملة', ckb: 'دراو' },
  customer_groups: { en: 'Group', ar: 'المجموعة', ckb: 'گرووپ' },
};

/** Words by use: a column, a value of a cell, a parameter of the import, a referenced kind of record. */
export const IMPORT_WORDS = { column: HEADINGS, value: VALUES, parameter: PARAMETERS, resource: RESOURCES } as const;

const all = (words: Words | undefined): readonly string[] => textsOf(Object.values(words ?? {}).flat());

/** The displayed word. */
export function importWord(language: Language, table: keyof typeof IMPORT_WORDS, name: string): string | undefined {
  const words = IMPORT_WORDS[table][name]?.[language];
  return typeof words === 'object' ? words[0] : words;
}

/** The words of all languages. */
export const importHeadingWords = (column: string): readonly string[] => all(HEADINGS[column]);
export const importValueWords = (value: string): readonly string[] => all(VALUES[value]);

/**
 * The headings of a column that is made from a record: `Minimum: Main store`. `names` are those in English, Arabic and
 * Kurdish; a missing one is the first.
 */
export function placeHeadings(word: string, names: readonly (string | null)[]): Readonly<Record<Language, string>> {
  return keyedBy(LANGUAGES, (language) => {
    const name = names[LANGUAGES.indexOf(language)] || names[0];
    return `${importWord(language, 'column', word) ?? word}: ${name ?? ''}`;
  });
}
