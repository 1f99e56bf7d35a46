// The calls that move money or stock: they are kept until they are answered, also over a reload of the page.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'

interface TillCall {
  /** The success, in the specification's words. */
  done: string
  /** Areas whose queries are asked for again. */
  touches: readonly string[]
}

const soldProducts = ['sales', 'products', 'statistics', 'notifications']
const boughtProducts = ['purchases', 'products', 'statistics']
const soldMembership = ['payments', 'clients', 'attendances', 'statistics']
const voided = 'Documento anulado.'

export const tillCalls = {
  'sales.create': { done: 'Venta realizada con éxito', touches: soldProducts },
  'payments.create': { done: 'Membresía vendida.', touches: soldMembership },
  'purchases.create': { done: 'Factura de compra creada con éxito', touches: boughtProducts },
  'sales.void': { done: voided, touches: soldProducts },
  'payments.void': { done: voided, touches: soldMembership },
  'purchases.void': { done: voided, touches: boughtProducts },
} as const satisfies Partial<Record<EndpointName, TillCall>>

export type TillCallName = keyof typeof tillCalls

export const isTillCall = (name: string): name is TillCallName => Object.hasOwn(tillCalls, name)
