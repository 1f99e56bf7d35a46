// Parts of an electronic receipt that the list and the dialog show.
import type { FiscalDocument } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { fetchFiscalDocumentFile } from '../../api/fetch-export-file.ts'
import { describeFiscalDocumentState } from '../../features/fiscal/document-texts.ts'
import { useSave } from '../../forms/use-save.ts'
import { IconAlertTriangle, IconBan, IconChecks, IconCircleCheck, IconCircleX, IconClock } from '../../kit/icons.ts'
import kit from '../../kit/kit.module.css'
import { RowLink } from '../../kit/RowLink.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { dialogOverPageOptions } from '../../navigation/open-dialog.ts'

const icons = {
  signed: IconClock,
  sent: IconChecks,
  accepted: IconCircleCheck,
  remarks: IconAlertTriangle,
  rejected: IconCircleX,
  annulled: IconBan,
} as const

export function FiscalDocumentStateMark({ document }: { document: FiscalDocument }) {
  const { label, tone } = describeFiscalDocumentState(document)
  const Icon = icons[document.status]
  return (
    <span className={kit.marked} data-words data-tone={tone}>
      <Icon size={18} aria-hidden />
      {label}
    </span>
  )
}

export const formatBillNumber = ({ kind, number }: FiscalDocument['document']): string =>
  `${kind === 'sale' ? 'Venta' : 'Membresía'} N.º\u00a0${number}`

export const BillLink = ({ document }: { document: FiscalDocument['document'] }) => (
  <RowLink
    to="/fiscal-documents/bill/$kind/$id"
    params={{ kind: document.kind, id: String(document.id) } as never}
    {...dialogOverPageOptions}
  >
    {formatBillNumber(document)}
  </RowLink>
)

export interface FiscalDocumentActions {
  send: (document: FiscalDocument) => void
  download: (ncf: string) => void
  pending: boolean
}

const sentTexts = {
  signed: 'Se envía en unos segundos',
  sent: 'Se consulta a la DGII en unos segundos',
  rejected: 'Firmado de nuevo: se envía en unos segundos',
} as Partial<Record<FiscalDocument['status'], string>>

export function useFiscalDocumentActions(): FiscalDocumentActions {
  const sending = useSave({
    run: ({ ncf }: FiscalDocument, send) => send('fiscal-documents.resend', { params: { ncf } }),
    done: ({ ncf }) => `Comprobante ${ncf}`,
    detail: (_, { status }) => sentTexts[status] ?? '',
    refetchOnRefusal: () => ['fiscal-documents'],
  })
  const download = useSave({ run: async (ncf: string) => saveFile(await fetchFiscalDocumentFile(ncf)), done: null })
  return { send: sending.submit, download: download.submit, pending: sending.pending }
}
