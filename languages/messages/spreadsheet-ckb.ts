/** The sentences about files of spreadsheets and their cells, in Kurdish. */
import type { SpreadsheetMessages } from './spreadsheet-en.ts';

export const spreadsheetCkb: SpreadsheetMessages = {
  excel_required: 'فایلی ئێکسڵ پێویستە',
  file_type: 'جۆری فایلەکە ڕێگەپێدراو نییە',
  excel_too_large: 'قەبارەی فایلەکە لە 2 مێگابایت زیاترە',
  excel_unpacks_too_large:
    'فایلەکە دوای کردنەوەی لە سنووری ڕێگەپێدراو گەورەترە؛ بەبێ وێنە و ڕیزی بەتاڵ دووبارە پاشەکەوتی بکە',
  excel_unreadable: 'فایلەکە ناخوێنرێتەوە؛ بیکەرەوە و دووبارە وەک فایلی ئێکسڵ پاشەکەوتی بکە و هەڵیبژێرەوە',
  excel_empty: 'لەژێر سەردێڕەکانی فایلەکەدا هیچ ڕیزێک نییە',
  excel_rows_max: 'پێویستە فایلەکە لە {value} ڕیز کەمتری هەبێت',
  excel_columns_max: 'پێویستە فایلەکە زیاتر لە {value} ستوونی نەبێت',
  excel_cell_too_long: 'یەکێک لە خانەکانی فایلەکە دەقێکی درێژتری لەوەی ڕێگەپێدراوە تێدایە',
  excel_column_missing: 'ستوونی {column} نییە',
  import_row_above_left_out: 'ڕیزی سەرووی، ڕیزی {row}، هاوردە ناکرێت',
  formula_failed: 'هاوکێشەیەکی فایلەکە لێرە ئەنجامی نییە: {value}',
  dot_of_thousands: 'خاڵەکە لە {value} لەوانەیە هەزاران جیا بکاتەوە: ژمارەکە بەبێ ئەو بنووسە، یان بەبێ دوا سفر',
  code_changed_by_sheet:
    'خشتەکە ئەمەی گۆڕیوە: ژمارەیەکە بێ ژمارەکانی کۆتایی، یان ڕۆژێکە. ستوونەکە بکە بە دەق و دووبارە بینووسەوە',
  import_cell_unknown: 'لە {field}دا ناوی «{value}» نییە',
  import_cell_ambiguous: '«{value}» ناوی چەند تۆمارێکە؛ کۆد یان بارکۆد بنووسە',
  import_cell_choose: 'لە {field}دا ناوی «{value}» نییە: دروستی بکە، یەکێکی تر هەڵبژێرە یان ڕیزەکانی بەجێ بهێڵە',
  import_cell_repeated: '«{value}» لەم ڕیزانەشدا هەیە: {rows}',
  import_row_twice: 'هەمان کاڵا بە هەمان یەکە لەم ڕیزانەشدا هەیە: {rows}',
  import_name_there: 'ناوی «{name}» هەیە ({code}). ڕیزەکەی بەجێ بهێڵە، کۆدەکەی بنووسە، یان «دووبارە زیاد بکە» هەڵبژێرە',
  import_telephone_there:
    'ئەم ژمارە تەلەفۆنە هی «{name}» ({code}) یە. ڕیزەکەی بەجێ بهێڵە، کۆدەکەی بنووسە، یان «دووبارە زیاد بکە» هەڵبژێرە',
  import_meets_none: 'هیچ تۆمارێک لێرە «{value}»ی نییە',
  import_meets_several: '«{value}» هی زیاتر لە تۆمارێکە؛ بە ژمارە، کۆد یان بارکۆد دیارییان بکە',
  import_meets_twice: 'هەمان تۆمار لەم ڕیزانەشدا مەبەستە: {rows}',
  import_changed_by: '«{name}» دوای پیشاندانی گۆڕدراوە. دووبارە سەیری بکە، پاشان هاوردەی بکە',
  import_changed_by_person: '{person} «{name}»ی دوای پیشاندانی گۆڕیوە. دووبارە سەیری بکە، پاشان هاوردەی بکە',
  import_taken_by: '«{value}» هی «{name}»ە',
  import_goods_there:
    'ئەم کاڵایە لە باڵانسی سەرەتایی {document}دا هەیە. ڕیزەکەی بەجێ بهێڵە یان «دووبارە زیاد بکە» هەڵبژێرە',
  import_unknown_column: '{value} ستوونی ئەم هاوردەکردنە نییە',
  import_only_lines: 'ئەم هاوردەکردنە هیچ تۆمار ناکات؛ دێڕەکانی دەچنە ناو ئەو بەڵگەنامەیەی داوایان دەکات',
  import_nothing_ready: 'هیچ ڕیزێک نییە کە هاوردە بکرێت',
  import_cancelled: 'هاوردەکردنەکە هەڵوەشێنرایەوە و هیچی لێ نەمایەوە',
  import_taken_back: 'هاوردەکردنەکە پچڕا و ئەوەی تۆماری کردبوو گەڕێنرایەوە',
  import_changed_since: 'دوای هاوردەکردنەکە گۆڕدراوە',
  import_is_running: 'هاوردەکردنەکە هێشتا بەردەوامە',
  import_name_kept: '«{value}» بۆ هاوردەکردنەکە دروستکرا و مایەوە، چونکە ئەو ڕیزانەی گەڕێنرانەوە بەکاریان هێنابوو',
};
