// The calls that move money or stock: they are kept until they are answered, also over a reload of the page.
import { callRows } from '@torniquete/contract/call-rows.ts'
import type { BookingCall, EndpointName } from '@torniquete/contract/endpoints.ts'

export type TillCallName = BookingCall

export const isTillCall = (name: string): name is TillCallName =>
  Object.hasOwn(callRows, name) && callRows[name as EndpointName].booked !== undefined // it is one of them

/** What its success is called. */
export const bookedText = (name: TillCallName): string => String(callRows[name].booked)
