// Codes of the monthly reports in words.

/** Reasons of form 608 for which a number was taken out of use. */
export const voidedNumberReasons = {
  '01': 'Factura preimpresa deteriorada',
  '02': 'Error de impresión en una factura preimpresa',
  '03': 'Impresión defectuosa',
  '04': 'Corrección de la información',
  '05': 'Cambio de productos',
  '06': 'Devolución de productos',
  '07': 'Omisión de productos',
  '08': 'Error en la secuencia de los NCF',
  '09': 'Cese de operaciones',
  '10': 'Pérdida o robo de talonarios',
} as const satisfies Record<string, string>

/** Forms of payment in form 606. */
export const report606PaymentForms = {
  '01': 'Efectivo',
  '02': 'Cheque, transferencia o depósito',
  '03': 'Tarjeta',
  '04': 'A crédito',
  '05': 'Permuta',
  '06': 'Nota de crédito',
  '07': 'Mixto',
} as const satisfies Record<string, string>

/** `04` → `04 Corrección de la información`; other codes stay as they are. */
export const formatCodeWithName = (codes: Readonly<Record<string, string>>, code: string | null): string =>
  code === null ? '—' : [code, codes[code]].filter(Boolean).join(' ')
