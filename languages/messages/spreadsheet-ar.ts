/** The sentences about files of spreadsheets and their cells, in Arabic. */
import type { SpreadsheetMessages } from './spreadsheet-en.ts';

export const spreadsheetAr: SpreadsheetMessages = {
  excel_required: 'ملف إكسل مطلوب',
  file_type: 'نوع الملف غير مسموح به',
  excel_too_large: 'حجم الملف أكبر من 2 ميغابايت',
  excel_unpacks_too_large: 'الملف بعد فك الضغط أكبر من المسموح؛ احفظه من جديد دون صور وصفوف فارغة',
  excel_unreadable: 'لا يمكن قراءة الملف؛ افتحه واحفظه من جديد كملف إكسل ثم اختره مرة أخرى',
  excel_empty: 'لا توجد صفوف تحت عناوين الملف',
  excel_rows_max: 'يجب أن يحتوي الملف على أقل من [صف واحد|صفين|{value} صفوف|{value} صفاً|{value} صف]',
  excel_columns_max: 'يجب ألا يزيد عدد أعمدة الملف على {value}',
  excel_cell_too_long: 'في إحدى خلايا الملف نص أطول من المسموح به في خلية',
  excel_column_missing: 'العمود {column} مفقود',
  import_row_above_left_out: 'الصف الذي يعلوه، وهو الصف {row}، لا يُستورد',
  code_changed_by_sheet: 'غيّر الجدول هذه القيمة: إنها رقم بلا أرقامه الأخيرة أو يوم. نسّق العمود كنص وأدخلها من جديد',
  import_cell_unknown: 'لا يوجد في {field} اسم «{value}»',
  import_cell_ambiguous: '«{value}» اسم لعدة سجلات؛ اكتب الرمز أو الباركود',
  import_cell_choose: 'لا يوجد في {field} اسم «{value}»: أنشئه أو اختر غيره أو اترك صفوفه',
  import_cell_repeated: '«{value}» موجود في هذه الصفوف أيضاً: {rows}',
  import_row_twice: 'المادة نفسها بالوحدة نفسها موجودة في هذه الصفوف أيضاً: {rows}',
  import_goods_there: 'هذه المادة موجودة في الرصيد الافتتاحي {document}. اترك صفها أو اختر «تُضاف مرة أخرى»',
  import_unknown_column: '{value} ليس عموداً في هذا الاستيراد',
  import_only_lines: 'هذا الاستيراد لا يحفظ شيئاً؛ أسطره تذهب إلى المستند الذي يطلبها',
  import_nothing_ready: 'لا يوجد صف يمكن استيراده',
  import_cancelled: 'ألغي الاستيراد ولم يبق منه شيء',
  import_taken_back: 'انقطع الاستيراد وتم التراجع عما حفظه',
  import_name_kept: 'أُنشئ «{value}» للاستيراد وبقي، لأن صفوفاً تم التراجع عنها استخدمته',
};
