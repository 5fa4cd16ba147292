/** `GET mobile_sections/preview`: the home screen of the application as a customer sees it, for the office. */
import { mobileSection } from '../../domain/mobile/mobile-section.record.ts';
import { declareRead } from '../http/route.ts';
import { shopFacts } from './shop-facts.ts';
import { ShopHome, shopHome } from './shop-home.ts';

export const shopPreviewRoute = declareRead({
  url: '/mobile_sections/preview',
  permission: `${mobileSection.resource}/index`,
  reads: ['records', 'books', 'documents', 'events'],
  answer: ShopHome,
  operationId: 'previewShopHome',
  tag: 'mobile',
  summary: 'The home of the application as it shows its sliders and sections now',
  handle: async ({ reader }) => shopHome(reader, await shopFacts(reader, undefined)),
});
