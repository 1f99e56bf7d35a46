import { choiceParam, reading, readText } from './search-values.ts'

/** The tabs by their name in the address. */
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
  /** The serial number of the device to be registered. */
  sn: readText,
})
