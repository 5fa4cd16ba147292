/** Labels of counting rounds, in Kurdish. */
export const countingLabelsCkb = {
  'field.shelf': 'ڕەف',
  'field.count_scope': 'چی دەژمێردرێت',
  'field.entry_uuid': 'تۆمار',
  'field.counted_at': 'کاتی ژماردن',
  'field.recounted': 'دووبارە ژماردراوەکان',
  'field.recounted_at': 'کاتی دووبارە ژماردنەوە',
  'field.seconds_ago': 'پێش چەند چرکە',
  'field.is_zero_where_uncounted': 'ئەوەی نەژمێردرا سفرە',
  'field.count_round_fk': 'خولی ژماردن',
};
