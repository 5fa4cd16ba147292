/** Labels of counting rounds, in English. */
export const countingLabelsEn = {
  'field.shelf': 'Shelf',
  'field.count_scope': 'What is counted',
  'field.entry_uuid': 'Entry',
  'field.counted_at': 'Counted at',
  'field.recounted': 'Counted again',
  'field.recounted_at': 'Counted again since',
  'field.seconds_ago': 'Seconds ago',
  'field.is_zero_where_uncounted': 'Not counted is zero',
  'field.count_round_fk': 'Counting round',
};
