// Texts of drawer errors, without schemas: the browser recognises calls that booked nothing and need a shift.
export const shiftClosed = 'Ese turno de caja ya está cerrado. Abre otro en Caja y vuelve a intentarlo.'
export const shiftNeeded = 'Aquí se cobra en efectivo con la caja abierta: ábrela en Caja y vuelve a intentarlo.'
export const refundNeedsShift =
  'Aquí el efectivo se devuelve con la caja abierta: ábrela en Caja y vuelve a intentarlo.'
/** Does not tell the sum, since the count may still be corrected. */
export const countFarText = 'Lo contado difiere mucho de lo que debería haber en la caja.'
/** Does not tell the sum: the count is blind. */
export const drawerShortText = 'En la caja no hay tanto.'
