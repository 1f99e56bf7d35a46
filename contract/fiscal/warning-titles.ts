// Titles of notifications about fiscal receipts. Not in fiscal.ts, so that the dashboard does not load its schemas.
export const fiscalWarningTitles = {
  runningOut: 'Comprobantes por agotarse',
  expiring: 'Comprobantes por vencer',
  certificate: 'Certificado por vencer',
  rejected: 'Comprobante rechazado',
  unsent: 'Comprobantes sin enviar',
  received: 'Comprobante recibido',
  approvalFailed: 'Respuesta sin entregar al proveedor',
  contingency: 'Contingencia sin completar',
  buyerRejected: 'Comprobante rechazado por el comprador',
} as const
