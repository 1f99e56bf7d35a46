import { type RawSearch, readText } from './search-values.ts'

/** The tabs by their name in the address. */
export const settingsTabLabels = {
  users: 'Usuarios',
  devices: 'Dispositivo',
  gym: 'Gimnasio',
  notifications: 'Notificaciones',
} as const
export type SettingsTab = keyof typeof settingsTabLabels

export const usualSettingsTab: SettingsTab = 'users'

export interface SettingsSearch {
  /** Absent is the usual one. */
  tab?: SettingsTab
  /** The serial number of the device to be registered. */
  sn?: string
}

export const isSettingsTab = (value: unknown): value is SettingsTab =>
  typeof value === 'string' && Object.hasOwn(settingsTabLabels, value)

export function readSettingsSearch({ tab, sn }: RawSearch): SettingsSearch {
  return { tab: isSettingsTab(tab) && tab !== usualSettingsTab ? tab : undefined, sn: readText(sn) }
}
