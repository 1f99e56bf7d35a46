import { choiceParam, makeSearchReader, readText } from './search-values.ts'

export const settingsTabs = choiceParam(
  {
    users: 'Usuarios',
    devices: 'Dispositivo',
    gym: 'Gimnasio',
    notifications: 'Notificaciones',
  },
  'users',
)

export const readSettingsSearch = makeSearchReader({
  tab: settingsTabs.read,
  sn: readText,
})
