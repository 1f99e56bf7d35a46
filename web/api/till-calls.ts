// The calls that move money or stock: they are kept until they are answered, also over a reload of the page.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'

const voided = 'Documento anulado.'

/** The success of each, in the specification's words. */
export const tillCalls = {
  'sales.create': 'Venta realizada con éxito',
  'payments.create': 'Membresía vendida.',
  'purchases.create': 'Factura de compra creada con éxito',
  'sales.void': voided,
  'payments.void': voided,
  'purchases.void': voided,
} as const satisfies Partial<Record<EndpointName, string>>

export type TillCallName = keyof typeof tillCalls

export const isTillCall = (name: string): name is TillCallName => Object.hasOwn(tillCalls, name)
