// Types of fiscal receipts (NCF, e-NCF) and their numbers, as authorised by DGII.

interface ReceiptType {
  name: string
  /** Numbers of the type are valid until the end of the year after their authorisation; others never expire. */
  expires: boolean
}

export const receiptTypes = {
  B01: { name: 'Factura de Crédito Fiscal', expires: true },
  B02: { name: 'Factura de Consumo', expires: false },
  B03: { name: 'Nota de Débito', expires: true },
  B04: { name: 'Nota de Crédito', expires: true },
  B11: { name: 'Comprobante de Compras', expires: true },
  B13: { name: 'Comprobante para Gastos Menores', expires: true },
  B14: { name: 'Comprobante para Regímenes Especiales', expires: true },
  B15: { name: 'Comprobante Gubernamental', expires: true },
  E31: { name: 'Factura de Crédito Fiscal Electrónica', expires: true },
  E32: { name: 'Factura de Consumo Electrónica', expires: false },
  E33: { name: 'Nota de Débito Electrónica', expires: true },
  E34: { name: 'Nota de Crédito Electrónica', expires: false },
  E41: { name: 'Comprobante Electrónico de Compras', expires: true },
  E43: { name: 'Comprobante Electrónico para Gastos Menores', expires: true },
  E44: { name: 'Comprobante Electrónico para Regímenes Especiales', expires: true },
  E45: { name: 'Comprobante Electrónico Gubernamental', expires: true },
} as const satisfies Record<string, ReceiptType>

export type ReceiptTypeCode = keyof typeof receiptTypes

export const isReceiptTypeCode = (text: string): text is ReceiptTypeCode => Object.hasOwn(receiptTypes, text)

/** Digits after the type: 8 in series B, 10 in series E. */
const sequenceDigits = { B: 8, E: 10 } as const
const getSequenceDigits = (type: ReceiptTypeCode): number => sequenceDigits[type.startsWith('B') ? 'B' : 'E']

export interface ReceiptNumber {
  type: ReceiptTypeCode
  sequence: number
}

/** `B0200000001` → type B02, sequence 1; null for other forms and for sequence 0. */
export function parseReceiptNumber(text: string): ReceiptNumber | null {
  const match = /^([BE]\d\d)(\d+)$/.exec(text)
  const [, type = '', digits = ''] = match ?? []
  if (!isReceiptTypeCode(type) || digits.length !== getSequenceDigits(type)) return null
  const sequence = Number(digits)
  return sequence > 0 ? { type, sequence } : null
}

/** True for numbers of any type and either series, also of types that this gym cannot register. */
export const isReceiptNumber = (text: string): boolean => /^(B\d{10}|E\d{12})$/.test(text)

export const formatReceiptNumber = ({ type, sequence }: ReceiptNumber): string =>
  `${type}${String(sequence).padStart(getSequenceDigits(type), '0')}`

/** 31 December of the year after the authorisation; null for types that do not expire. */
export const getLatestRangeExpiry = (type: ReceiptTypeCode, authorizedOn: string): string | null =>
  receiptTypes[type].expires ? `${Number(authorizedOn.slice(0, 4)) + 1}-12-31` : null

export const rangeStatuses = ['queued', 'active', 'depleted', 'expired', 'cancelled'] as const
export type RangeStatus = (typeof rangeStatuses)[number]

interface NumberRange {
  from: number
  to: number
  next: number
}

/** Administrators are warned when this many numbers are left, or one in `lowShare`, whichever comes first. */
const lowNumbers = 50
const lowShare = 10

export function isRangeRunningOut({ from, to, next }: NumberRange): boolean {
  const left = to - next + 1
  return left <= lowNumbers || left * lowShare <= to - from + 1
}

/** Days before the expiry of a range or certificate on which administrators are warned. */
export const expiryWarningDays = 30
