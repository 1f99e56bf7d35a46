// Lists the calls that move money or stock. The browser stores each such call until it is answered, across reloads.
import { callRows } from '@torniquete/contract/call-rows.ts'
import type { BookingCall, EndpointName } from '@torniquete/contract/endpoints.ts'

export type BookingCallName = BookingCall

export const isBookingCall = (name: string): name is BookingCallName =>
  Object.hasOwn(callRows, name) && callRows[name as EndpointName].booked !== undefined

export const bookedText = (name: BookingCallName): string => String(callRows[name].booked)
