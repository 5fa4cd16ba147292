/** What the office sees and sets of the tills, in Arabic. */
export const tillWordsAr = {
  'field.display_greeting': 'الترحيب على شاشة الزبون',
  'field.discount_without_supervisor': 'خصم دون مشرف',
  'field.refund_without_receipt': 'يجوز لكل كاشير الإرجاع بلا إيصال',
  'field.offline_hours': 'ساعات العمل دون شبكة',
  'field.quick_amounts': 'مبالغ سريعة',
  'field.favourites': 'الصفحة الأولى للشبكة',
  'field.grid_categories': 'الفئات فوق الشبكة',
  'field.grid_pictures': 'صور في الشبكة',
  'field.sound': 'الأصوات',
  'field.scales': 'الموازين',
  'field.prefixes': 'أول رقمين',
  'field.holds': 'يحمل الباركود',
  'field.item_digits': 'أرقام المادة',
  'field.till_setting_fk': 'إعدادات نقاط البيع',
  'option.holds.weight': 'الوزن',
  'option.holds.price': 'السعر',
} as const;
