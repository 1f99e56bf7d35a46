import { choiceParam, reading, readText } from './search-values.ts'

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
  sn: readText,
})
