import { makeLazyComponent } from '../../kit/lazy-component.tsx'

/** Loaded only by gyms that issue fiscal receipts. */
export const LazySaleReceiptFields = makeLazyComponent(
  async () => (await import('./SaleReceiptFields.tsx')).SaleReceiptFields,
)
