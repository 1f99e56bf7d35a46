import type { ChannelsState } from '@torniquete/contract/messaging/channels.ts'
import { expect, test } from 'vitest'
import { describeChannel } from './channel-texts.ts'

const none: ChannelsState = {
  email: { source: null, sender: null, own: null },
  whatsapp: { source: null, own: null, webhook_path: '/webhooks/whatsapp/7' },
}
const own = {
  host: 'x',
  port: 587,
  security: 'starttls',
  username: null,
  sender: 'a@x.do',
  has_password: false,
} as const

test('channel text: names the sender, and whether gym, installation or environment set it up', () => {
  const email = (state: Partial<ChannelsState['email']>) =>
    describeChannel('email', { ...none, email: { ...none.email, ...state } })
  expect(email({})).toBe('Sin configurar: no se envía ningún correo.')
  expect(email({ source: 'gym', sender: 'a@x.do', own: { ...own, readable: true } })).toBe(
    'Sale de a@x.do. Es de este gimnasio.',
  )
  expect(email({ source: 'installation', sender: 'b@x.do' })).toBe('Sale de b@x.do. Viene de la instalación.')
  expect(email({ source: 'installation', sender: 'b@x.do', own: { ...own, readable: false } })).toContain('otra clave')
  expect(email({ source: 'environment', sender: 'b@x.do' })).toContain('variables de entorno')
  expect(describeChannel('whatsapp', { ...none, whatsapp: { ...none.whatsapp, source: 'installation' } })).toBe(
    'Configurado. Viene de la instalación.',
  )
})
