import { reading, readText } from './search-values.ts'

/** The tabs by their name in the address. */
export const settingsTabLabels = {
  users: 'Usuarios',
  devices: 'Dispositivo',
  gym: 'Gimnasio',
  notifications: 'Notificaciones',
} as const
export type SettingsTab = keyof typeof settingsTabLabels

export const usualSettingsTab: SettingsTab = 'users'

export const isSettingsTab = (value: unknown): value is SettingsTab =>
  typeof value === 'string' && Object.hasOwn(settingsTabLabels, value)

export const readSettingsSearch = reading({
  tab: (value): SettingsTab | undefined => (isSettingsTab(value) && value !== usualSettingsTab ? value : undefined),
  /** The serial number of the device to be registered. */
  sn: readText,
})
