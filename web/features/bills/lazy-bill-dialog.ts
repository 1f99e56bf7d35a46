import { lazyComponent } from '../../kit/lazy-component.tsx'

/** A list does not wait for the code of the bills that are opened from it. */
export const BillDialog = lazyComponent(async () => (await import('./BillDialog.tsx')).BillDialog)
