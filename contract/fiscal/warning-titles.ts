// Titles of notifications about ranges and certificates. Not in fiscal.ts, so that the dashboard does not load its schemas.
export const fiscalTitles = {
  runningOut: 'Comprobantes por agotarse',
  expiring: 'Comprobantes por vencer',
  certificate: 'Certificado por vencer',
} as const
