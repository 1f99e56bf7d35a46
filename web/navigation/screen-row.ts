// A row of the table of screens.
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { IconUsers } from '../kit/icons.ts'
import type { RawSearch } from './search-values.ts'

export interface ScreenRow {
  path: `/${string}`
  label: string
  Icon: typeof IconUsers
  /** Roles that see the screen (spec §6); the server checks its calls itself. */
  roles: readonly RoleName[]
  /** Parses the search params: the state of the screen's lists. */
  search?: (raw: RawSearch) => object
  /** In no menu: other screens lead to it; the one that is named has a button to it in its header. */
  elsewhere?: true | string
  /** In the menu of a gym that counts drawers. */
  atDrawer?: true
  /** Other words that people look for it by. */
  also?: string
}
