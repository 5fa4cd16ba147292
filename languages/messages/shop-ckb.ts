/** The sentences about orders of the application, in Kurdish. */
import type { shopEn } from './shop-en.ts';

export const shopCkb: Readonly<Record<keyof typeof shopEn, string>> = {
  online_customer_blocked: 'ئەم کڕیارە ئۆنلاینە بلۆک کراوە: داواکاری لێ وەرناگیرێت',
  online_customer_inactive: 'ئەم کڕیارە ئۆنلاینە ناچالاکە',
  shop_not_set_up: 'فرۆشگاکە هێشتا لێرە داواکاری وەرناگرێت',
  shop_takes_no_orders: 'فرۆشگاکە ئێستا داواکاری وەرناگرێت',
  shop_is_closed: 'فرۆشگاکە لە {clock} تا {said} داواکاری وەردەگرێت',
  item_not_online: 'ئەم کاڵایە لە ئەپدا نافرۆشرێت',
  not_in_stock_online: 'ئەوەندەی لێ نەماوە',
  below_minimum_order: 'کۆی کاڵاکان {amount}ە: کەمترین داواکاری {value}ە',
  order_costs_otherwise: 'داواکارییەکە ئێستا دەبێتە {value}: دووبارە سەیری بکە',
  order_is_on_its_way: 'فرۆشگاکە پێشتر داواکارییەکەی پشتڕاست کردووەتەوە: بۆ هەڵوەشاندنەوە پەیوەندی بکە',
  order_is_prepaid: 'پارەی داواکارییەکە پێشەکی دراوە: بۆ هەڵوەشاندنەوە پەیوەندی بە فرۆشگاکەوە بکە',
  too_many_orders: 'لە ماوەیەکی کورتدا داواکاری زۆر کراوە: کەمێک چاوەڕێ بکە، یان پەیوەندی بە فرۆشگاکەوە بکە',
  too_many_changes: 'لە ماوەیەکی کورتدا گۆڕانکاری زۆر کراوە: کەمێک چاوەڕێ بکە، یان پەیوەندی بە فرۆشگاکەوە بکە',
  too_many_sign_ups:
    'کەسانێکی زۆر لەم تۆڕەوە هەژماریان کردووەتەوە: کەمێک چاوەڕێ بکە، یان داوای وشەی نهێنی لە فرۆشگاکە بکە',
  mobile_is_known: 'فرۆشگاکە ئەم ژمارەیە دەناسێت: بچۆ ژوورەوە، یان داوای وشەی نهێنی نوێ لە فرۆشگاکە بکە',
  mobile_number_expected: 'ژمارەی مۆبایل لە 7 تا 15 ڕەنووسە',
  wrong_mobile_or_password: 'ژمارەی مۆبایل یان وشەی نهێنی هەڵەیە',
};
