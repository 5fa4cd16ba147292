/** The sentences about what a till has sent, in Kurdish. */
import type { tillEn } from './till-en.ts';

export const tillCkb: Readonly<Record<keyof typeof tillEn, string>> = {
  not_of_this_device: 'ئەمە لە ئامێرێکی تر تۆمار کراوە',
  changed_entry: 'ئەمە دوای تۆمارکردنی گۆڕدراوە',
  drawer_not_opened: 'کردنەوەی ئەم چەکمەجەیە هێشتا لە خاڵی فرۆشتنەوە نەگەیشتووە',
  drawer_not_counted: 'چەکمەجەکە لە خاڵی فرۆشتن داخرا پێش ئەوەی ژماردنەکەی بگات: لێرە بیژمێرە و دایبخە',
  expected_differs: 'خاڵی فرۆشتن چاوەڕێی {printed} بوو، لە دەفتەرەکان {value}ە',
  total_differs: 'خاڵی فرۆشتن {printed}ی وەک کۆی گشتی چاپ کرد، کۆی دێڕەکان {value}ە',
  line_differs: 'خاڵی فرۆشتن {printed}ی بۆ ئەم دێڕە چاپ کرد، بەهاکەی {value}ە',
  kept_too_much: 'خاڵی فرۆشتن {paid}ی بۆ وەسڵێکی {value} وەرگرت',
  kept_too_little: 'خاڵی فرۆشتن تەنها {paid}ی بۆ وەسڵێکی {value} وەرگرت',
  refund_too_much: 'پارەی گەڕاوە زیاترە لە {value} کە بەهای ئەوەیە دەگەڕێتەوە',
  refund_too_little: 'پارەی گەڕاوە کەمترە لە {value} کە بەهای ئەوەیە دەگەڕێتەوە',
  refund_above_kept: 'لەگەڵ گەڕاندنەوەکانی پێشوو زیاتر دەگەڕێتەوە لەوەی ماوەتەوە: ئەوپەڕی {value}',
  gift_stays:
    '{quantity} {item} بەخۆڕایی بوو و لای کڕیار دەمێنێتەوە، هەرچەندە ئەوەی شایستەی کردبوو دەگەڕێتەوە. ئەویش بگەڕێنەرەوە، یان با بمێنێتەوە؟',
  cashier_inactive: 'کاشێرەکە ڕاگیرا یان سڕایەوە پێش ئەوەی ئەمە بگات',
  approver_inactive: 'ئەوەی ڕێگەی بەمە دا چیتر کاشێری ئەم لقە نییە',
  chain_broken: 'ئەوەی خاڵی فرۆشتن پێش ئەمە تۆماری کرد ئەوە نییە کە گەیشتووە',
  sequence_taken: 'خاڵی فرۆشتن پێشتر شتێکی تری بەم ژمارەیە تۆمار کردبوو',
  number_differs: 'ژمارەی سەر کاغەزەکە {said}ە و دەبێت {code} بێت',
  clock_differs: 'خاڵی فرۆشتن {said}ی چاپ کرد کاتێک کاتژمێرەکەی {clock} بوو',
  receipt_unknown: 'وەسڵی ئەم گەڕاندنەوەیە نەناسراوە',
  discount_above_limit: 'داشکاندنی زیاتر لە {percent}٪ سەرپەرشتیار ڕێگەی پێ دەدات',
  held_is_gone: 'وەسڵە ڕاگیراوەکە لە شوێنێکی تر درا یان هەڵوەشێنرایەوە پێش ئەوەی ئەمە بگات',
  refunded_before: 'هەموو ئەم وەسڵە پێشتر گەڕێنراوەتەوە',
  approval_without_pin:
    'ڕێگەی پێدراوە بە ناوی کەسێک کە ژمارە نهێنییەکەی لە ماوەی {hours} کاتژمێردا لەم خاڵی فرۆشتنە نەنووسراوە',
  offline_too_long: 'بەبێ تۆڕ تۆمار کراوە، زیاتر لە {hours} کاتژمێر دوای دواجار چوونەژوورەوەی ئەم کەسە بە تۆڕەوە',
  parked_sale_taken: 'کەسێک لە خاڵێکی فرۆشتنی تر پێشتر ئەم فرۆشتنەی وەرگرتووەتەوە',
};
