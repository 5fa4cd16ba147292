/** Labels of counting rounds, in Arabic. */
export const countingLabelsAr = {
  'field.shelf': 'الرف',
  'field.count_scope': 'ما يُعدّ',
  'field.entry_uuid': 'القيد',
  'field.counted_at': 'وقت العدّ',
  'field.recounted': 'عُدّت من جديد',
  'field.recounted_at': 'وقت إعادة العدّ',
  'field.seconds_ago': 'قبل كم ثانية',
  'field.is_zero_where_uncounted': 'ما لم يُعدّ فهو صفر',
  'field.count_round_fk': 'جولة الجرد',
};
