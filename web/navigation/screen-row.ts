// A row of the table of screens.
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { IconUsers } from '../kit/icons.ts'
import type { RawSearch } from './search-values.ts'

export interface ScreenRow {
  path: `/${string}`
  label: string
  Icon: typeof IconUsers
  /** Who sees it (spec §6); the calls behind it decide for themselves. */
  roles: readonly RoleName[]
  /** What its address says beside its path: the state of its lists. */
  search?: (raw: RawSearch) => object
  /** In no menu: other screens lead to it; the one that is named has a button to it in its header. */
  elsewhere?: true | string
  /** In the menu of a gym that counts drawers. */
  atDrawer?: true
  /** Other words that people look for it by. */
  also?: string
}
