import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { IconUsers } from '../kit/icons.ts'
import type { RawSearch } from './search-values.ts'

export interface ScreenRow {
  path: `/${string}`
  label: string
  Icon: typeof IconUsers
  /** Roles that see the screen (spec §6); the server checks its calls itself. */
  roles: readonly RoleName[]
  search?: (raw: RawSearch) => object
  /** In no menu: other screens link to it; the menu lists it below the named one. */
  elsewhere?: true | string
  atDrawer?: true
  also?: string
}
