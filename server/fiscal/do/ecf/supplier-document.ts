// Reads electronic receipts that suppliers send. They have fields that Torniquete never writes, so only the fields that
// Torniquete reads are checked.

import { isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { z } from 'zod'
import { findElementText, listElements, type XmlElement } from './parse-xml.ts'
import { parseDgiiDay } from './xml.ts'

/** Fiscal credit, debit note, credit note and special regime. DGII says that the others are not sent to the buyer. */
const receivedTypes = ['31', '33', '34', '44']

const taxId = z.string().regex(/^(\d{9}|\d{11})$/)
/** A received receipt may leave out zeros after the point. */
const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/)
  .transform((text) => {
    const [whole, fraction = ''] = text.split('.')
    return `${Number(whole)}.${fraction.padEnd(2, '0')}`
  })
const decimal = z.string().regex(/^\d{1,16}(\.\d{1,4})?$/)
const text = z.string().trim().min(1).max(1000)
const day = z.string().transform(parseDgiiDay).refine(isCalendarDay)

const SupplierDocument = z
  .object({
    type: z.enum(receivedTypes),
    ncf: z.string().regex(/^E\d{12}$/),
    issuerTaxId: taxId,
    issuerName: text.max(150),
    buyerTaxId: taxId,
    issuedOn: day,
    total: amount,
    taxTotal: amount,
    /** As written, for the address of DGII's page about the receipt. */
    signedAt: text.max(30),
    modifiedNcf: z
      .string()
      .regex(/^([BE]\d{10}|E\d{12})$/)
      .nullable(),
    lines: z
      .array(z.object({ number: z.number(), description: text, quantity: decimal, total: amount }))
      .min(1)
      .max(10_000),
  })
  .refine(({ type, ncf }) => ncf.startsWith(`E${type}`))
  .refine(({ total, taxTotal }) => Number(taxTotal) <= Number(total))
export type SupplierDocument = z.output<typeof SupplierDocument>

/** Null if a field is missing or has a wrong form, or if the receipt is of a type that is not sent to buyers. */
export function parseSupplierDocument(root: XmlElement): SupplierDocument | null {
  const header = (path: string) => findElementText(root, `Encabezado/${path}`)
  const parsed = SupplierDocument.safeParse({
    type: header('IdDoc/TipoeCF'),
    ncf: header('IdDoc/eNCF'),
    issuerTaxId: header('Emisor/RNCEmisor'),
    issuerName: header('Emisor/RazonSocialEmisor'),
    buyerTaxId: header('Comprador/RNCComprador'),
    issuedOn: header('Emisor/FechaEmision'),
    total: header('Totales/MontoTotal'),
    taxTotal: header('Totales/TotalITBIS') ?? '0',
    signedAt: findElementText(root, 'FechaHoraFirma'),
    modifiedNcf: findElementText(root, 'InformacionReferencia/NCFModificado'),
    lines: listElements(root, 'DetallesItems/Item').map((item, index) => ({
      number: index + 1,
      description: findElementText(item, 'NombreItem'),
      quantity: findElementText(item, 'CantidadItem'),
      total: findElementText(item, 'MontoItem'),
    })),
  })
  return root.tag === 'ECF' && parsed.success ? parsed.data : null
}

const Parties = z.object({ ncf: z.string().regex(/^(\w{9}|\w{11}|\w{13})$/), issuerTaxId: taxId, buyerTaxId: taxId })

/** Fields that an acknowledgement names, also of a document with other faults; null if one is missing. */
export const parseDocumentParties = (root: XmlElement): z.output<typeof Parties> | null =>
  Parties.safeParse({
    ncf: findElementText(root, 'Encabezado/IdDoc/eNCF'),
    issuerTaxId: findElementText(root, 'Encabezado/Emisor/RNCEmisor'),
    buyerTaxId: findElementText(root, 'Encabezado/Comprador/RNCComprador'),
  }).data ?? null
