// Permissions of each role, derived from the table of API calls.
import { callRows } from './call-rows.ts'
import type { EndpointName } from './endpoints.ts'
import { isAllowed, type RoleName } from './shared/roles.ts'

/** True if the role may make the call; handlers may still refuse single rows. */
export const may = (role: RoleName, call: EndpointName): boolean => isAllowed(role, callRows[call].may)
