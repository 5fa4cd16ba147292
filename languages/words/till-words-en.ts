/** What the office sees and sets of the tills, in English. */
export const tillWordsEn = {
  'field.display_greeting': "Greeting on the customer's screen",
  'field.discount_without_supervisor': 'Discount without a supervisor',
  'field.refund_without_receipt': 'Every cashier may refund without a receipt',
  'field.offline_hours': 'Hours without a network',
  'field.quick_amounts': 'Quick amounts',
  'field.favourites': 'First page of the grid',
  'field.grid_categories': 'Categories above the grid',
  'field.grid_pictures': 'Pictures in the grid',
  'field.sound': 'Sounds',
  'field.scales': 'Scales',
  'field.prefixes': 'First two digits',
  'field.holds': 'The barcode holds',
  'field.item_digits': 'Digits of the item',
  'field.till_setting_fk': 'Settings of the tills',
  'option.holds.weight': 'Weight',
  'option.holds.price': 'Price',
} as const;
