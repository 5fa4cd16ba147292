/** What the office sees and sets of the tills, in Kurdish. */
export const tillWordsCkb = {
  'field.display_greeting': 'پێشوازی لەسەر شاشەی کڕیار',
  'field.discount_without_supervisor': 'داشکاندن بەبێ سەرپەرشتیار',
  'field.refund_without_receipt': 'هەموو کاشێرێک دەتوانێت بەبێ پسووڵە بگەڕێنێتەوە',
  'field.offline_hours': 'کاتژمێرەکانی بێ تۆڕ',
  'field.quick_amounts': 'بڕە خێراکان',
  'field.favourites': 'لاپەڕەی یەکەمی خانەکان',
  'field.grid_categories': 'پۆلەکانی سەرووی خانەکان',
  'field.grid_pictures': 'وێنە لە خانەکاندا',
  'field.sound': 'دەنگەکان',
  'field.scales': 'تەرازووەکان',
  'field.prefixes': 'دوو ژمارەی یەکەم',
  'field.holds': 'بارکۆد هەڵیدەگرێت',
  'field.item_digits': 'ژمارەکانی کاڵا',
  'field.till_setting_fk': 'ڕێکخستنەکانی خاڵەکانی فرۆشتن',
  'option.holds.weight': 'کێش',
  'option.holds.price': 'نرخ',
} as const;
