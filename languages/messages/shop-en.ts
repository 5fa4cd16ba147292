/** The sentences about orders of the application, in English. */
export const shopEn = {
  online_customer_blocked: 'This customer of the application is blocked: no order is taken from them',
  online_customer_inactive: 'This customer of the application is not active',
  shop_not_set_up: 'The shop does not take orders here yet',
  shop_takes_no_orders: 'The shop takes no orders at the moment',
  shop_is_closed: 'The shop takes orders from {clock} to {said}',
  item_not_online: 'This item is not sold in the application',
  not_in_stock_online: 'There is not so much of it left',
  below_minimum_order: 'The goods come to {amount}: an order is of {value} at least',
  order_costs_otherwise: 'The order comes to {value} now: look at it again',
  order_is_on_its_way: 'The shop has confirmed the order already: call the shop to cancel it',
  order_is_prepaid: 'The order is paid in advance: call the shop to cancel it',
  too_many_orders: 'Too many orders in a short time: wait a while, or call the shop',
  too_many_sign_ups: 'Too many people have signed up from this network: wait a while, or ask the shop for a password',
  mobile_is_known: 'The shop knows this number already: sign in, or ask the shop for a new password',
  mobile_number_expected: 'A mobile number has 7 to 15 digits',
  wrong_mobile_or_password: 'The mobile number or the password is not right',
} as const;
