// Texts about the state of electronic receipts, for administrators who are no accountants.
import type {
  ElectronicDocumentStatus,
  FiscalDocument,
  FiscalDocumentCounts,
} from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { formatDate, formatInstant, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'

export const fiscalDocumentStatusLabels: Record<ElectronicDocumentStatus, string> = {
  signed: 'Por enviar',
  sent: 'Enviado',
  accepted: 'Aceptado',
  remarks: 'Aceptado con observaciones',
  rejected: 'Rechazado',
  annulled: 'Anulado',
}

const tones: Record<ElectronicDocumentStatus, 'good' | 'warn' | 'bad' | 'plain'> = {
  signed: 'plain',
  sent: 'plain',
  accepted: 'good',
  remarks: 'warn',
  rejected: 'bad',
  annulled: 'plain',
}

export const describeFiscalDocumentState = ({ status, needs_person }: FiscalDocument) => ({
  label: fiscalDocumentStatusLabels[status],
  tone: needs_person ? 'bad' : tones[status],
})

const advice: Record<Exclude<ElectronicDocumentStatus, 'rejected'>, string> = {
  signed: 'Está firmado y se envía solo. No tienes que hacer nada.',
  sent: 'La DGII lo recibió y todavía lo revisa. Torniquete consulta la respuesta por ti. No tienes que hacer nada.',
  accepted: 'Vale ante la DGII. No tienes que hacer nada.',
  remarks: 'Vale ante la DGII. Enseña las observaciones a tu contador, para que las próximas salgan bien.',
  annulled: 'Se anuló antes de enviarlo. Torniquete le avisa a la DGII que el número no se usó.',
}

/** Tells what to do about the document. */
export function describeRequiredAction({ status, type, needs_person, last_answer }: FiscalDocument): string {
  if (status === 'rejected') {
    if (!needs_person) return 'No vale ante la DGII, y ya se resolvió. No tienes que hacer nada.'
    if (last_answer?.is_number_used === false)
      return 'No vale ante la DGII. Corrige lo que señala, en los datos del gimnasio o del cliente, y pulsa Reenviar: sale de nuevo con el mismo número.'
    return type === noteType
      ? 'No vale ante la DGII, y el número ya no se puede usar. Corrige lo que señala y pulsa Reenviar: la nota sale con otro número.'
      : 'No vale ante la DGII, y el número ya no se puede usar. Anula la factura y regístrala de nuevo.'
  }
  return needs_person ? 'No se envía solo. Lee la última respuesta y pulsa Enviar ahora.' : advice[status]
}

/** Credit notes, whose bill is voided already, are issued again with another number if theirs is used up. */
const noteType = 'E34'

const sendLabels: Partial<Record<ElectronicDocumentStatus, string>> = {
  signed: 'Enviar ahora',
  sent: 'Consultar ahora',
  rejected: 'Reenviar',
}

/** Button that sends the document or asks about it now, or why that is impossible; null if nothing is left to send. */
export function describeSendAction({
  status,
  type,
  needs_person,
  last_answer,
}: FiscalDocument): { label: string; refusal: string | null } | null {
  const label = sendLabels[status]
  if (!label || (status === 'rejected' && !needs_person)) return null
  const isBurnt = status === 'rejected' && last_answer?.is_number_used !== false && type !== noteType
  return { label, refusal: isBurnt ? formatError('fiscal.number-burnt') : null }
}

/** Documents that wait for more than a day are a problem, because DGII expects them within that time. */
const maxWaitMs = 24 * 3_600_000

/** Facts that need a person. */
export function listFiscalDocumentWarnings(
  counts: FiscalDocumentCounts,
  { zone, now }: { zone: string; now: Date },
): string[] {
  const { waiting, waiting_since, needs_person, certificate_expires_on } = counts
  const documents = (count: number) => formatCountWithNoun(count, 'comprobante', 'comprobantes')
  const isLate = waiting_since !== null && now.getTime() - Date.parse(waiting_since) > maxWaitMs
  return [
    ...(needs_person > 0
      ? [`${documents(needs_person)} por resolver, por un rechazo de la DGII o un error al enviar.`]
      : []),
    ...(isLate
      ? [`${documents(waiting)} sin enviar a la DGII. El más antiguo es del ${formatInstant(zone, waiting_since)}.`]
      : []),
    ...(certificate_expires_on
      ? [
          `El certificado de firma ${certificate_expires_on < toLocalDay(zone, now) ? 'venció' : 'vence'} el ${formatDate(certificate_expires_on)}. Sin uno vigente no se puede vender: un Super Administrador debe subir otro en Configuración, Gimnasio.`,
        ]
      : []),
  ]
}

export const describeContingency = (since: string, zone: string): string =>
  `En contingencia desde el ${formatInstant(zone, since)}: las ventas llevan números de la serie B, que se reemplazan por electrónicos cuando termine.`
