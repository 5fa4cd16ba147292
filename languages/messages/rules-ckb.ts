/** The sentences about what is unusual or not allowed in Kurdish (Sorani): prices, days, rates, years. */
import type { rulesEn } from './rules-en.ts';

export const rulesCkb: Readonly<Record<keyof typeof rulesEn, string>> = {
  net_price_below_minimum: 'دێڕی {line}، {item}: یەکەیەک دوای داشکاندن {net} دەهێنێت، دەبێت لانیکەم {value} بهێنێت',
  discount_above_maximum:
    'دێڕی {line}، {item}: زۆرترین داشکاندن {percent} %ە؛ یەکەیەک {net} دەهێنێت و دەبێت لانیکەم {value} بهێنێت',
  price_not_editable: 'دێڕی {line}، {item}: نرخەکەی ناگۆڕدرێت؛ یەکەیەک دوای داشکاندن {net} دەهێنێت و نرخەکەی {value}ە',
  price_of_zero: 'دێڕی {line}، {item}: بەخۆڕایی دەدرێت ({net} دوای داشکاندن)؛ مافی فرۆشتنی بێ نرخت نییە',
  new_price_of_zero: 'مافی دانانی نرخی 0ت نییە',
  rounds_to_nothing:
    'بە کاش بڕی {amount} دەبێتە 0 چونکە کاش بۆ {value} نزیک دەکرێتەوە: بە قەرز بیفرۆشە یان بڕێکی زیاتر',
  too_many_receipts: 'کاڵاکان بە {value} بەش گەیشتوون کە زۆرترینە: زیاتر وەرناگیرێت',
  nothing_to_pay: 'بڕی پسوولەکە 0ە: هیچ نییە بدرێت',
  expired_when_bought: 'دێڕی {line}، {item}: لە {value} بەسەرچووە، پێش ئەوەی بکڕدرێت',
  date_too_early: '{field} نابێت پێش {value} بێت',
  date_too_far_ahead: '{field} نابێت دوای {value} بێت',
  date_ahead:
    '{field} هێشتا نەهاتووە: دوا ڕۆژ {value}ە. داوا لە کەسێک بکە کە مافی تۆمارکردنی بەڵگەنامەی ڕۆژانی دواتری هەیە',
  rate_changes_much: 'نرخی {rate} زیاتر لە {percent} % لە {value} جیاوازە کە لە {day}ەوە کاری پێدەکرێت',
  rate_of_a_later_day: 'نرخی گۆڕینەوەکە هی {value}ە، کە دوای ڕۆژی بەڵگەنامەکەیە',
  asset_not_bought_yet: 'دارایییەکە لە {value} کڕدراوە',
  asset_depreciated_after: 'دارایییەکە لە {value} داشکێنراوە: سەرەتا ئەوە بگەڕێنەوە',
  asset_is_gone: 'دارایییەکە لە {value} فرۆشراوە یان لابراوە',
  disposed_for_nothing: 'ئەوەی لادەبرێت هیچ ناهێنێت: {field} بە بەتاڵی بهێڵەرەوە',
  delivered_to_one: 'تەنها یەک شوێنی گەیاندن بڵێ',
  payable_account_expected: 'هەژمارێک لە ژێر پابەندییەکان هەڵبژێرە',
  more_than_tax_payable: 'تا کۆتایی ماوەکە زیاتر لە {value} باج نادرێت',
  year_too_long: 'ساڵی دارایی زۆرترین {value} مانگە',
  year_leaves_a_gap: 'ساڵی دارایی بەدوای ساڵی پێش خۆیدا دێت: ئەمە لە {value} دەست پێدەکات',
  first_year_cannot_be_deleted: 'یەکەم ساڵی دارایی ناسڕدرێتەوە: باڵانسی سەرەتا سەر بەوە. لە جیاتی ئەوە ڕۆژەکانی بگۆڕە',
  year_in_use: 'شتێک بۆ ساڵی دارایی {from} بۆ {to} تۆمار کراوە یان داخراوە: ڕۆژەکانی دەمێننەوە و ناسڕدرێتەوە',
  year_is_followed: 'ساڵی دارایی {from} بۆ {to} بۆشایی لە پێشەوە دەبێت: سەرەتا ئەو ساڵە بگۆڕە یان بیسڕەوە',
  year_is_not_over: 'ساڵەکە لە {value} کۆتایی دێت؛ مافی داخستنی پێش ئەوەت نییە',
  year_closed_early: 'ساڵەکە لە {value} کۆتایی دێت: ئەگەر ئێستا دابخرێت، بۆ ڕۆژانی تا ئەو کاتە هیچ تۆمار ناکرێت',
  payroll_too_long: 'لیستی مووچە زۆرترین بۆ {value} ڕۆژە',
  payroll_of_the_future: 'لیستی مووچە لەم مانگە تێپەڕ ناکات',
  unknown_word: '{field}: بەهای وا نییە',
  amount_range_backwards: 'کۆتایی مەوداکە نابێت لە سەرەتاکەی کەمتر بێت',
};
