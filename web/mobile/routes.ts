/** Screens of the mobile application: its customers, its home, its settings. */

import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { recordRoutes, singletonRoute } from '../shared/record/record-routes.ts';

export const mobileRoutes: readonly ScreenRoute[] = [
  ...recordRoutes('mobile_sections', 'mobile:sections', 'mobile:section', () => import('./sections.ts')),
  ...recordRoutes('slider_images', 'mobile:slider_images', 'mobile:slider_image', () => import('./slider-images.ts')),
  {
    path: '/shop-preview',
    permission: 'mobile_sections/index',
    title: 'mobile:preview',
    load: async () => (await import('./shop-preview.tsx')).ShopPreview,
  },
  singletonRoute(
    '/settings/mobile-app/app-settings',
    'app_settings',
    'mobile:app_settings',
    () => import('./app-settings.ts'),
  ),
  ...recordRoutes(
    'delivery_zones',
    'mobile:delivery_zones',
    'mobile:delivery_zone',
    () => import('./delivery-zones.ts'),
  ),
  ...recordRoutes(
    'online_customers',
    'mobile:online_customers',
    'mobile:online_customer',
    () => import('./online-customers.ts'),
  ),
  ...recordRoutes(
    'order_cancellation_messages',
    'mobile:cancellation_messages',
    'mobile:cancellation_message',
    () => import('./cancellation-messages.ts'),
  ),
];
