// Parts of a received receipt that the list and the dialog show.
import { receiptTypes } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { ReceivedDocument } from '@torniquete/contract/fiscal/received-documents.ts'
import { fetchReceivedDocumentFile } from '../../api/fetch-export-file.ts'
import { useSave } from '../../forms/use-save.ts'
import { IconCircleCheck, IconCircleX, IconClock } from '../../kit/icons.ts'
import kit from '../../kit/kit.module.css'
import { RowLink } from '../../kit/RowLink.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { dialogOverPageOptions } from '../../navigation/open-dialog.ts'

/** Notes change the amount of another receipt, and are no purchase. */
export const isCreditNote = ({ ncf }: ReceivedDocument): boolean => ncf.startsWith('E34')

const isRejected = ({ approval }: ReceivedDocument): boolean => approval?.is_approved === false

/** Reason why the document cannot be booked; null if it can. */
export function findBookingRefusal(document: ReceivedDocument): string | null {
  if (document.document) return 'Ya está registrado.'
  if (isRejected(document)) return 'Lo rechazaste.'
  return isCreditNote(document)
    ? `Una ${receiptTypes.E34.name} no se registra aquí: descarga el XML y mándaselo a tu contador.`
    : null
}

/** False once an answer is on its way to the supplier; one that could not be sent can be given again. */
export const isAnswerable = ({ approval }: ReceivedDocument): boolean => !approval || approval.state === 'failed'

const formatBookedDocument = ({ document }: ReceivedDocument): string | null =>
  document && `${document.kind === 'purchase' ? 'Compra' : 'Gasto'} N.º\u00a0${document.number}`

const sendingTexts = { waiting: ', por enviar', sent: '', failed: ', sin enviar' }

export function formatApproval({ approval }: ReceivedDocument): string | null {
  if (!approval) return null
  const { is_approved, by, reason, answer } = approval
  return `${is_approved ? 'Aprobado' : 'Rechazado'} por ${by}${reason ? `: «${reason}»` : ''}. ${answer ?? 'Por enviar.'}`
}

export function describeReceivedDocument(document: ReceivedDocument) {
  const { approval } = document
  const answer = approval && `${approval.is_approved ? 'Aprobado' : 'Rechazado'}${sendingTexts[approval.state]}`
  const waiting = isCreditNote(document) ? 'Nota de crédito' : 'Por registrar'
  const booking = formatBookedDocument(document) ?? (isRejected(document) ? null : waiting)
  const label = [booking, answer].filter(Boolean).join(' · ')
  if (approval?.state === 'failed' || isRejected(document)) return { label, tone: 'bad', Icon: IconCircleX } as const
  return document.document
    ? ({ label, tone: 'good', Icon: IconCircleCheck } as const)
    : ({ label, tone: 'plain', Icon: IconClock } as const)
}

export function ReceivedDocumentStateMark({ document }: { document: ReceivedDocument }) {
  const { label, tone, Icon } = describeReceivedDocument(document)
  return (
    <span className={kit.marked} data-words data-tone={tone}>
      <Icon size={18} aria-hidden />
      {label}
    </span>
  )
}

/** Purchase or expense that was made from the document; only purchases have a page. */
export function BookedDocumentLink({ document }: { document: ReceivedDocument }) {
  const { document: booked } = document
  if (booked?.kind !== 'purchase') return formatBookedDocument(document)
  const params = { kind: 'purchase', id: String(booked.id) } as never
  return (
    <RowLink to="/received-documents/bill/$kind/$id" params={params} {...dialogOverPageOptions}>
      {formatBookedDocument(document)}
    </RowLink>
  )
}

export const useDownloadReceivedXml = () =>
  useSave({ run: async (id: number) => saveFile(await fetchReceivedDocumentFile(id)), done: null }).submit
