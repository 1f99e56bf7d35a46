// Lists the calls that move money or stock. The browser stores each such call until it is answered, across reloads.
import { callDefinitions } from '@torniquete/contract/call-definitions.ts'
import type { EndpointName, MoneyOrStockCallName } from '@torniquete/contract/endpoints.ts'

export type OutboxCallName = MoneyOrStockCallName

export const isOutboxCall = (name: string): name is OutboxCallName =>
  Object.hasOwn(callDefinitions, name) && callDefinitions[name as EndpointName].booked !== undefined

export const getCallSuccessText = (name: OutboxCallName): string => String(callDefinitions[name].booked)
