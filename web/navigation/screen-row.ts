// A row of the table of screens. It names code without importing it: that is fetched when its address is opened.

import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { IconUsers } from '../kit/icons.ts'
import type { RawSearch } from './search-values.ts'

/** A component by its exported name; `needs` hides it from who may not make that call. */
export type DialogName<Name extends string = string> = Name | readonly [name: Name, needs: EndpointName]

type FetchCode<Code = Record<string, unknown>> = () => Promise<Code>

/** The page of a screen, and in one more file its dialogs, by their addresses below the page's. */
export interface ScreenCode<Dialogs = Readonly<Record<`/${string}`, DialogName>>> {
  fetchPage: FetchCode
  page: string
  fetchDialogs: FetchCode
  dialogs: Dialogs
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
  code: ScreenCode
}

type Names<Code> = Extract<keyof Code, string>

export function lazyCode<Page extends object>(
  fetchPage: FetchCode<Page>,
  page: Names<Page>,
): ScreenCode<Record<never, never>>
export function lazyCode<
  Page extends object,
  Code extends object,
  const Dialogs extends Record<`/${string}`, DialogName<Names<Code>>>,
>(fetchPage: FetchCode<Page>, page: Names<Page>, fetchDialogs: FetchCode<Code>, dialogs: Dialogs): ScreenCode<Dialogs>
export function lazyCode(
  fetchPage: FetchCode,
  page: string,
  fetchDialogs: FetchCode = fetchPage,
  dialogs: ScreenCode['dialogs'] = {},
): ScreenCode {
  return { fetchPage, page, fetchDialogs, dialogs }
}
