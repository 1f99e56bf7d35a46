// What a drawer refuses, apart from the schemas: the browser knows by it that nothing was booked, and that a shift mends it.
export const shiftClosed = 'Ese turno de caja ya está cerrado. Abre otro en Caja y vuelve a intentarlo.'
export const shiftNeeded = 'Aquí se cobra en efectivo con la caja abierta: ábrela en Caja y vuelve a intentarlo.'
export const refundNeedsShift =
  'Aquí el efectivo se devuelve con la caja abierta: ábrela en Caja y vuelve a intentarlo.'
/** Told without the sum, as long as the count may still be mended. */
export const countFarText = 'Lo contado difiere mucho de lo que debería haber en la caja.'
/** Told without the sum: whoever counts does not know what is expected. */
export const drawerShort = 'En la caja no hay tanto.'
