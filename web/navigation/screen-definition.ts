import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { IconUsers } from '../kit/icons.ts'
import type { RawSearch } from './search-values.ts'

export interface ScreenDefinition {
  path: `/${string}`
  label: string
  Icon: typeof IconUsers
  /** Roles that see the screen (spec §6). The server checks each call independently. */
  roles: readonly RoleName[]
  search?: (raw: RawSearch) => object
  /** True if no menu lists the screen and other screens link to it; a name lists it below that screen in the menu. */
  elsewhere?: true | string
  atDrawer?: true
  /** True if the menu lists the screen only for gyms that issue fiscal receipts. */
  withCountry?: true
  /** True if the menu lists the screen only for gyms that issue electronic receipts. */
  withElectronic?: true
  also?: string
}
