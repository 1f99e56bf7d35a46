// Permissions by role, derived from the table of calls.
import { callRows } from './call-rows.ts'
import type { EndpointName } from './endpoints.ts'
import { isAllowed, type RoleName } from './shared/roles.ts'

/** True if the role may make the call; rules on single rows come on top. */
export const may = (role: RoleName, call: EndpointName): boolean => isAllowed(role, callRows[call].may)
