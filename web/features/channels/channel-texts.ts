import type { ChannelSource, ChannelsState } from '@torniquete/contract/messaging/channels.ts'
import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'

export const channelTitles: Record<MessageChannel, string> = { email: 'Correo', whatsapp: 'WhatsApp' }

const ofWhom: Record<NonNullable<ChannelSource>, (own: boolean) => string> = {
  gym: () => 'Es de este gimnasio.',
  installation: (own) => (own ? 'Vale para todos los gimnasios que no tengan uno propio.' : 'Viene de la instalación.'),
  environment: () => 'Viene de las variables de entorno de la instalación.',
}

const unreadable =
  'Lo guardado se cifró con otra clave y no se puede leer: nada sale por aquí hasta que se escriba otra vez.'

export function describeChannel(channel: MessageChannel, state: ChannelsState): string {
  const { source, own } = state[channel]
  if (own && !own.readable) return unreadable
  if (!source)
    return channel === 'email'
      ? 'Sin configurar: no se envía ningún correo.'
      : 'Sin configurar: no sale ningún mensaje de WhatsApp.'
  const by = channel === 'email' ? `Sale de ${state.email.sender}.` : 'Configurado.'
  return `${by} ${ofWhom[source](own !== null)}`
}
