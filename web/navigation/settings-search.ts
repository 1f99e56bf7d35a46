import { choiceParam, reading, readText } from './search-values.ts'

/** Tabs by their search param. */
export const settingsTabs = choiceParam(
  {
    users: 'Usuarios',
    devices: 'Dispositivo',
    gym: 'Gimnasio',
    notifications: 'Notificaciones',
  },
  'users',
)

export const readSettingsSearch = reading({
  tab: settingsTabs.read,
  /** Serial number of the device to register. */
  sn: readText,
})
