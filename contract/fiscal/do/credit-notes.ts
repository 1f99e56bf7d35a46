/** Days after a receipt within which a credit note lowers its ITBIS. */
export const creditNoteTaxDeadlineDays = 30
