import type { ElectronicStatus } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { makeChoiceParam } from './search-values.ts'

/** States of electronic receipts. */
export const documentStatuses = makeChoiceParam<ElectronicStatus | 'all'>(
  {
    all: 'Todos',
    signed: 'Por enviar',
    sent: 'Enviado',
    accepted: 'Aceptado',
    remarks: 'Aceptado con observaciones',
    rejected: 'Rechazado',
    annulled: 'Anulado',
  },
  'all',
)
