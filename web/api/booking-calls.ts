// The calls that move money or stock. The browser keeps each of them until the server has answered it, also over a reload.
import { callRows } from '@torniquete/contract/call-rows.ts'
import type { BookingCall, EndpointName } from '@torniquete/contract/endpoints.ts'

export type BookingCallName = BookingCall

export const isBookingCall = (name: string): name is BookingCallName =>
  Object.hasOwn(callRows, name) && callRows[name as EndpointName].booked !== undefined // it is one of them

/** The Spanish sentence of its success, from the call's row: 'Cobro registrado.' */
export const bookedText = (name: BookingCallName): string => String(callRows[name].booked)
