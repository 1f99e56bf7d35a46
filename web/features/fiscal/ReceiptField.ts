import { lazyComponent } from '../../kit/lazy-component.tsx'

/** Loaded only by gyms that issue fiscal receipts. */
export const ReceiptField = lazyComponent(async () => (await import('./ReceiptForm.tsx')).ReceiptForm)
