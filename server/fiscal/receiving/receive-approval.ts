// Receives the approval or rejection of an own electronic receipt by its buyer.
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import { type CommercialApproval, parseCommercialApproval } from '../do/ecf/buyer-answers.ts'
import { isCertificateDateValid, parseSignedDocument } from '../do/ecf/signed-document.ts'
import { listElectronicReceiptGyms } from './electronic-gyms.ts'

/**
 * Null if the approval was stored, otherwise the reason why not. The last answer of a buyer counts: the authority of a
 * certificate is not checked, so an invented answer must not keep out the true one.
 */
export async function receiveApproval(
  services: Pick<Services, 'database'>,
  xml: string | null,
  now: Date,
): Promise<string | null> {
  const opened = xml === null ? null : parseSignedDocument(xml)
  const approval = opened && parseCommercialApproval(opened.root)
  if (!approval) return 'El archivo no es una aprobación comercial (ACECF) en XML (UTF-8).'
  if (!opened.certificate || !isCertificateDateValid(opened.certificate, now))
    return 'La firma no es válida, o su certificado no está vigente.'
  const gyms = (await listElectronicReceiptGyms(services.database)).filter(
    ({ taxId }) => taxId === approval.issuerTaxId,
  )
  for (const { gym } of gyms) {
    if (await storeApproval(services, gym, { ...approval, now })) return null
  }
  return 'Ningún comprobante enviado tiene ese número, comprador, fecha y monto.'
}

/** False if the gym has no such document. A rejection is announced unless an unread notification tells of one. */
async function storeApproval(
  { database }: Pick<Services, 'database'>,
  gym: number,
  { ncf, buyerTaxId, issuedOn, total, rejectionReason, now }: CommercialApproval & { now: Date },
): Promise<boolean> {
  const is_approved = rejectionReason === null
  const answer = JSON.stringify({ is_approved, reason: rejectionReason, at: now.toISOString() })
  return database.write({ gym, user: null }, async (tx) => {
    const document = await tx.maybe<{ id: number; buyer_name: string | null; is_approved: boolean | null }>(sql`
      select e.id, r.buyer_name, (e.buyer_approval -> 'is_approved')::boolean as is_approved
      from electronic_receipts e join fiscal_receipts r on r.gym_id = e.gym_id and r.id = e.id_receipt
        join gym_info i on i.gym_id = e.gym_id
      where e.gym_id = ${gym} and r.ncf = ${ncf} and r.type in ('E31', 'E33', 'E34') and r.buyer_tax_id = ${buyerTaxId}
        and r.total = ${total}::numeric and (r.issued_at at time zone i."timeZone")::date = ${issuedOn}
        and e.status in ('sent', 'accepted', 'remarks')
      order by e.id desc limit 1 for no key update of e`)
    if (!document) return false
    if (document.is_approved === is_approved) return true
    await tx.run(sql`
      update electronic_receipts set buyer_approval = ${answer}::jsonb where gym_id = ${gym} and id = ${document.id}`)
    if (!is_approved)
      await tx.run(sql`
        insert into notifications (gym_id, title, message, created_at)
        select ${gym}, ${fiscalWarningTitles.buyerRejected}, ${`${document.buyer_name ?? buyerTaxId} rechazó ${ncf}: ${rejectionReason}`}, ${now}
        where not exists (select from notifications where gym_id = ${gym} and title = ${fiscalWarningTitles.buyerRejected} and not is_read and strpos(message, ${ncf}) > 0)`)
    return true
  })
}
