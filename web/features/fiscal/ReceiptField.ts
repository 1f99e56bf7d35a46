import { makeLazyComponent } from '../../kit/lazy-component.tsx'

/** Loaded only by gyms that issue fiscal receipts. */
export const ReceiptField = makeLazyComponent(async () => (await import('./ReceiptForm.tsx')).ReceiptForm)
