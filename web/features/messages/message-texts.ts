import type { MessageChannel, MessageKind, MessageState, OutboxMessage } from '@torniquete/contract/messaging/outbox.ts'
import { channelTitles } from '../channels/channel-texts.ts'

export const messageStateLabels: Record<MessageState, string> = {
  pending: 'Pendiente',
  sent: 'Enviado',
  delivered: 'Entregado',
  failed: 'Fallido',
  cancelled: 'Cancelado',
}

export const messageKindLabels: Record<MessageKind, string> = {
  before_expiration: 'Aviso antes del vencimiento',
  day_expiration: 'Aviso del día del vencimiento',
  daily_report: 'Informe del día',
  report_mail: 'Informe del día por correo',
}

export const formatChannel = (channel: MessageChannel | null): string =>
  channel ? (channelTitles[channel] ?? channel) : 'Sin canal'

export function formatChannels(channels: readonly MessageChannel[]): string {
  const [first, ...rest] = channels.map(formatChannel)
  return [first, ...rest.map((word) => word.toLowerCase())].filter(Boolean).join(' y ')
}

/** Words and time of the next attempt to send the message; null if there will be none. */
export function describeNextAttempt(message: Pick<OutboxMessage, 'state' | 'attempts' | 'next_attempt_at'>) {
  const { state, attempts, next_attempt_at: instant } = message
  if (state !== 'pending' || !instant) return null
  return { words: attempts > 0 ? 'Se vuelve a intentar:' : 'Sale:', instant }
}
