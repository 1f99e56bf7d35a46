// Claims due documents of a gym. After the commit they count as handed over, so that a crash leaves a trace.
import { formatReceiptNumber, isReceiptTypeCode } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CarrierDocument, SignedFile } from '../do/carrier/carrier.ts'
import { makeAnnulmentXml } from '../do/ecf/annulment.ts'
import type { SigningCertificate } from '../do/ecf/certificate.ts'
import { dgiiEnvironmentPaths, type FiscalEnvironment } from '../do/ecf/qr.ts'
import { signCanonicalXml } from '../do/ecf/signature.ts'
import { makeSummaryXml } from '../do/ecf/summary.ts'

/** A number that is used so long after the hand-over belongs to another document, unless the carrier knows this one. */
const arrivalMs = 2 * 3_600_000
/** A document that the carrier took is sent again only if it stays unknown for so long. */
const lostAfterMs = 10 * 60_000
/** Milliseconds that the calls about one document may take together. */
export const deliveryTimeoutMs = 90_000
/** Milliseconds until another server takes over a claimed document. */
export const claimLeaseMs = deliveryTimeoutMs + 30_000

export interface ClaimedDocument {
  id: number
  /** Number of attempts, with this one. */
  attempts: number
  isSent: boolean
  /** True if the document may have arrived, so that the carrier is asked before it is sent. */
  isInDoubt: boolean
  /** Last hand-over before this one. */
  handedAt: string | null
  /** False if the carrier took the document a short time ago and may not know it yet. */
  canSubmit: boolean
  ncf: string
  /** Null if the document cannot be sent; it must not delay others. */
  document: CarrierDocument | null
}

interface Row {
  id: number
  ncf: string
  xml: string
  summary: string | null
  qr: string
  security_code: string
  is_summary: boolean
  status: 'signed' | 'sent'
  attempts: number
  handed_at: string | null
  track_id: string | null
  earlier: string[]
}

export interface ClaimOptions {
  gym: number
  now: Date
  count: number
  certificate: SigningCertificate | null
}

/** Rows locked by another session are skipped. */
export async function claimDocuments(tx: Transaction, options: ClaimOptions): Promise<ClaimedDocument[]> {
  const { gym, now, count, certificate } = options
  const rows = await tx.many<Row>(sql`
    select e.id, e.ncf, e.xml, e.summary, e.qr, e.security_code, e.is_summary, e.status, e.attempts, e.handed_at, e.track_id,
      array(select o.track_id from electronic_receipts o
        where o.gym_id = e.gym_id and o.id_receipt = e.id_receipt and o.id < e.id and o.track_id is not null) as earlier
    from electronic_receipts e
    where e.gym_id = ${gym} and e.next_attempt_at <= ${now} and not waits_for_modified_receipt(e.gym_id, e.id_receipt)
    order by e.id limit ${count}::integer for update of e skip locked`)
  const prepared = await Promise.all(
    rows.map(async (row) => ({ row, document: await prepareDocument(row, now, certificate) })),
  )
  const canSubmit = ({ status, handed_at }: Row) => status === 'signed' || !isWithin(lostAfterMs, handed_at, now)
  const changes = prepared.map(({ row, document }) => ({
    id: row.id,
    summary: document?.isSummary && certificate ? document.xml : null,
    is_handed: certificate !== null && canSubmit(row),
  }))
  if (rows.length > 0)
    await tx.run(sql`
      update electronic_receipts e set attempts = attempts + 1, next_attempt_at = ${addMs(now, claimLeaseMs)},
        summary = coalesce(e.summary, x.summary),
        handed_at = case when x.is_handed then ${now} else handed_at end
      from json_to_recordset(${JSON.stringify(changes)}) as x(id bigint, summary text, is_handed boolean)
      where e.gym_id = ${gym} and e.id = x.id`)
  return prepared.map(({ row, document }) => ({
    id: row.id,
    ncf: row.ncf,
    attempts: row.attempts + 1,
    isSent: row.status === 'sent',
    isInDoubt: row.status === 'sent' || row.handed_at !== null,
    handedAt: row.handed_at,
    canSubmit: canSubmit(row),
    document,
  }))
}

const isWithin = (ms: number, instant: string | null, now: Date): boolean =>
  instant !== null && now.getTime() - Date.parse(instant) < ms

async function prepareDocument(
  row: Row,
  now: Date,
  certificate: SigningCertificate | null,
): Promise<CarrierDocument | null> {
  const { xml, summary, ncf, is_summary, security_code, track_id, earlier } = row
  const taxId = readTag(xml, 'RNCEmisor')
  const environment = findEnvironment(row.qr)
  try {
    if (taxId === null || environment === null) return null
    return {
      environment,
      taxId,
      buyerTaxId: readTag(xml, 'RNCComprador'),
      ncf,
      name: `${taxId}${ncf}.xml`,
      // Without a certificate no summary is made, and nothing is sent.
      xml: is_summary
        ? (summary ?? (certificate ? await signCanonicalXml(makeSummaryXml(xml), certificate) : ''))
        : xml,
      isSummary: is_summary,
      securityCode: security_code,
      trackId: track_id,
      mayHaveArrived: isWithin(arrivalMs, row.handed_at, now),
      earlierTrackIds: earlier,
    }
  } catch {
    return null
  }
}

const readTag = (xml: string, tag: string): string | null => new RegExp(`<${tag}>(\\d+)<`).exec(xml)?.[1] ?? null

/** A document belongs to the environment in which it was signed, even after the gym changed to another. */
function findEnvironment(qr: string): FiscalEnvironment | null {
  const path = qr.split('/')[3]
  const found = Object.entries(dgiiEnvironmentPaths).find(([, each]) => each === path)
  return found ? (found[0] as FiscalEnvironment) : null
}

export interface ClaimedAnnulment {
  id: number
  attempts: number
  file: SignedFile
}

interface AnnulmentRow {
  id: number
  type: string
  first: number
  last: number
  xml: string | null
  attempts: number
  tax_id: string
  environment: FiscalEnvironment
}

/** Repeating an annulment is harmless, so its carrier is not asked before. */
export async function claimAnnulments(
  tx: Transaction,
  { gym, now, count, certificate }: ClaimOptions,
): Promise<ClaimedAnnulment[]> {
  const rows = await tx.many<AnnulmentRow>(sql`
    select a.id, a.type, a.first, a.last, a.xml, a.attempts, a.tax_id, a.environment
    from fiscal_annulments a
    where a.gym_id = ${gym} and a.next_attempt_at <= ${now} order by a.id limit ${count}::integer for update of a skip locked`)
  const claimed = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      xml: row.xml ?? (certificate && (await signAnnulment(row, now, certificate))),
    })),
  )
  if (claimed.length > 0)
    await tx.run(sql`
      update fiscal_annulments a set attempts = attempts + 1, next_attempt_at = ${addMs(now, claimLeaseMs)}, xml = x.xml
      from json_to_recordset(${JSON.stringify(claimed.map(({ id, xml }) => ({ id, xml })))}) as x(id bigint, xml text)
      where a.gym_id = ${gym} and a.id = x.id`)
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  return claimed.map(({ id, attempts, tax_id, environment, xml }) => ({
    id,
    attempts: attempts + 1,
    file: { environment, taxId: tax_id, name: `${tax_id}ANECF${stamp}.xml`, xml: xml ?? '' },
  }))
}

function signAnnulment(
  { type, first, last, tax_id }: AnnulmentRow,
  now: Date,
  certificate: SigningCertificate,
): Promise<string> {
  if (!isReceiptTypeCode(type)) throw new Error(`unknown type ${type}`)
  const [from, to] = [first, last].map((sequence) => formatReceiptNumber({ type, sequence })) as [string, string]
  return signCanonicalXml(makeAnnulmentXml({ taxId: tax_id, createdAt: now, ranges: [{ from, to }] }), certificate)
}

export const addMs = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms)
