// Error texts by which the browser recognises that a call booked nothing and needs an open shift. No schemas are
// imported, so that the browser need not load zod.
export const shiftClosedText = 'Ese turno de caja ya está cerrado. Abre otro en Caja y vuelve a intentarlo.'
export const cashNeedsShiftText = 'Aquí se cobra en efectivo con la caja abierta: ábrela en Caja y vuelve a intentarlo.'
export const refundNeedsShiftText =
  'Aquí el efectivo se devuelve con la caja abierta: ábrela en Caja y vuelve a intentarlo.'
/** The text hides the expected sum, because the cashier may still correct the count. */
export const cashCountDiffersText = 'Lo contado difiere mucho de lo que debería haber en la caja.'
/** The text hides the expected sum, because cashiers must count without knowing it. */
export const drawerShortText = 'En la caja no hay tanto.'
