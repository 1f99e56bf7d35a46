// Errors at the buyer of a receipt. The file imports no schemas, so that sale dialogs stay small.

/** Total from which a consumer receipt must name its buyer, unless the gym has set another. */
export const defaultNamedBuyerThreshold = '250000.00'

export const invalidTaxIdText = 'Debe tener 9 dígitos (RNC) u 11 (cédula)'
export const wrongCheckDigitText = 'Revisa el RNC: el dígito verificador no coincide'

export const missingBuyerTexts = {
  creditTaxId: 'Escribe el RNC o la cédula de quien pide crédito fiscal',
  largeTaxId: 'Por este monto hay que escribir el RNC o la cédula del comprador',
  legalName: 'Escribe la razón social',
  name: 'Escribe el nombre del comprador',
} as const
