import { type RawSearch, readText } from './search-values.ts'

/** The tabs by their name in the address. */
export const tabLabels = {
  users: 'Usuarios',
  devices: 'Dispositivo',
  gym: 'Gimnasio',
  notifications: 'Notificaciones',
} as const
export type SettingsTab = keyof typeof tabLabels

export const usualTab: SettingsTab = 'users'

export interface SettingsSearch {
  /** Absent is the usual one. */
  tab?: SettingsTab
  /** The serial number of the device to be registered. */
  sn?: string
}

export const isTab = (value: unknown): value is SettingsTab =>
  typeof value === 'string' && Object.hasOwn(tabLabels, value)

export function readSettingsSearch({ tab, sn }: RawSearch): SettingsSearch {
  return { tab: isTab(tab) && tab !== usualTab ? tab : undefined, sn: readText(sn) }
}
