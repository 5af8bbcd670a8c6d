export * from './offer.ts';
export * from './products.ts';
export * from './refresh.ts';
