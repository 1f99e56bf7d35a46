// Fields of a purchase or expense that the monthly report of purchases needs; all optional.
import { z } from 'zod'
import { id, moneyText, optionalDay, optionalLine, optionalMoneyInput } from '../shared/schemas.ts'
import { goodsKinds, twoDigitCodeSchema } from './do/goods-kinds.ts'
import { isReceiptNumber } from './do/receipt-numbers.ts'
import { makeFiscalOnlyField, optionalLegalName, optionalTaxId } from './receipts.ts'

const optionalText = z.string().nullable()

export const receivedReceiptFields = {
  ncf: makeFiscalOnlyField(optionalText),
  issued_on: makeFiscalOnlyField(optionalText),
  goods_kind: makeFiscalOnlyField(optionalText),
  included_tax: makeFiscalOnlyField(moneyText.nullable()),
}

export const newReceivedReceiptFields = {
  /** Number of the seller's receipt. */
  ncf: optionalLine(19)
    .transform((typed) => typed?.replace(/[\s-]/g, '').toUpperCase() ?? null)
    .refine((ncf) => ncf === null || isReceiptNumber(ncf), 'Debe ser un NCF como B0100000001 o E310000000001')
    .optional(),
  issued_on: optionalDay.optional(),
  goods_kind: twoDigitCodeSchema
    .refine((code) => code === '00' || Object.hasOwn(goodsKinds, code), 'Elige un tipo del 01 al 11')
    .transform((code) => (code === '00' ? null : code))
    .nullable()
    .optional(),
  included_tax: optionalMoneyInput.optional(),
}

/** The seller's name and number of an expense; a purchase has those of its supplier. */
export const newSellerFields = { tax_id: optionalTaxId.optional(), supplier_name: optionalLegalName.optional() }

/** Change of the receipt of a booked document; absent fields stay. */
export const ReceivedReceiptChange = z.object({ ...newSellerFields, ...newReceivedReceiptFields })
export type ReceivedReceiptChange = z.output<typeof ReceivedReceiptChange>

export const ReceivedReceipt = z.object({
  id,
  tax_id: optionalText,
  supplier_name: optionalText,
  ncf: optionalText,
  issued_on: optionalText,
  goods_kind: optionalText,
  included_tax: moneyText.nullable(),
})
export type ReceivedReceipt = z.infer<typeof ReceivedReceipt>
