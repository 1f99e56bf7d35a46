import { makeChoiceParam, makeSearchReader, readText } from './search-values.ts'

export const settingsTabs = makeChoiceParam(
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
