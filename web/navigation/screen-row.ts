// What a row of the table of screens is made of. Code is named, not imported: it is fetched when its address is opened.

import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { IconUsers } from '../kit/icons.ts'
import type { RawSearch } from './search-values.ts'

type FetchCode = () => Promise<Record<string, unknown>>

/** A component, by the name that its file exports it by. `needs`: who may not make this call does not see it. */
export interface LazyComponent {
  fetchCode: FetchCode
  name: string
  needs?: EndpointName | undefined
}

/** Dialogs of a file, by their addresses below the page's. */
export interface Dialogs {
  fetchCode: FetchCode
  names: Record<`/${string}`, string | readonly [name: string, needs: EndpointName]>
}

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
  page: LazyComponent
  dialogs?: readonly Dialogs[]
}

export const page = <Code extends Record<string, unknown>>(
  fetchCode: () => Promise<Code>,
  name: Extract<keyof Code, string>,
): LazyComponent => ({ fetchCode, name })

/** Where a dialog needs more than the page does: its name, and the call without which nobody sees it. */
export const dialogs = <
  Code extends Record<string, unknown>,
  const Names extends Record<
    `/${string}`,
    Extract<keyof Code, string> | readonly [Extract<keyof Code, string>, EndpointName]
  >,
>(
  fetchCode: () => Promise<Code>,
  names: Names,
): { fetchCode: FetchCode; names: Names } => ({ fetchCode, names })
