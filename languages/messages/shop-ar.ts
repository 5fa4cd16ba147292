/** The sentences about orders of the application, in Arabic. */
import type { shopEn } from './shop-en.ts';

export const shopAr: Readonly<Record<keyof typeof shopEn, string>> = {
  online_customer_blocked: 'زبون التطبيق هذا محظور: لا تُقبل منه طلبات',
  online_customer_inactive: 'زبون التطبيق هذا غير نشط',
  shop_not_set_up: 'لا يستقبل المتجر الطلبات هنا بعد',
  shop_takes_no_orders: 'لا يستقبل المتجر الطلبات حالياً',
  shop_is_closed: 'يستقبل المتجر الطلبات من {clock} إلى {said}',
  item_not_online: 'هذه المادة لا تُباع في التطبيق',
  not_in_stock_online: 'لم يبقَ منها هذا القدر',
  below_minimum_order: 'مجموع البضاعة {amount}: أقل طلب هو {value}',
  order_costs_otherwise: 'أصبح مجموع الطلب {value}: راجعه مرة أخرى',
  order_is_on_its_way: 'أكّد المتجر الطلب بالفعل: اتصل بالمتجر لإلغائه',
  order_is_prepaid: 'الطلب مدفوع مقدماً: اتصل بالمتجر لإلغائه',
  too_many_orders: 'طلبات كثيرة في وقت قصير: انتظر قليلاً، أو اتصل بالمتجر',
  too_many_changes: 'تغييرات كثيرة في وقت قصير: انتظر قليلاً، أو اتصل بالمتجر',
  too_many_sign_ups: 'سجّل كثيرون من هذه الشبكة: انتظر قليلاً، أو اطلب كلمة مرور من المتجر',
  mobile_is_known: 'يعرف المتجر هذا الرقم: سجّل الدخول، أو اطلب من المتجر كلمة مرور جديدة',
  mobile_number_expected: 'رقم الموبايل من 7 إلى 15 رقماً',
  wrong_mobile_or_password: 'رقم الموبايل أو كلمة المرور غير صحيحة',
};
