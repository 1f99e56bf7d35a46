// Permissions of each role, derived from the table of API calls.
import { callDefinitions } from './call-definitions.ts'
import type { EndpointName } from './endpoints.ts'
import { isRoleAllowed, type RoleName } from './shared/roles.ts'

/** True if the role may make the call; handlers may still refuse single rows. */
export const isCallAllowed = (role: RoleName, call: EndpointName): boolean =>
  isRoleAllowed(role, callDefinitions[call].may)
