import { Alert, Button, Text } from '@mantine/core'
import type { OutboxStatus } from '@torniquete/contract/messaging/outbox.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { ReactNode } from 'react'
import { InstantText } from '../../kit/InstantText.tsx'
import { channelsInWords } from './message-words.ts'
import classes from './outbox.module.css'

interface SendingStatusProps {
  status: OutboxStatus
  zone: string
  onFailures: () => void
}

export function SendingStatus({ status, zone, onFailures }: SendingStatusProps) {
  const { channels, last_sent_at, pending, sent, failed, last_failure } = status
  return (
    <>
      {channels.length > 0 ? (
        <Text size="sm" c="dimmed">
          Canales configurados: {channelsInWords(channels)}.
        </Text>
      ) : (
        <Alert color="yellow">
          No hay ningún canal configurado: los mensajes no salen, y su texto se puede leer aquí.
        </Alert>
      )}
      <dl className={classes.figures}>
        <Figure label="Último envío">
          {last_sent_at ? <InstantText instant={last_sent_at} zone={zone} /> : 'Ninguno todavía'}
        </Figure>
        <Figure label="Pendientes">{showNumber(pending)}</Figure>
        <Figure label="Enviados en 7 días">{showNumber(sent)}</Figure>
        <Figure label="Fallidos en 7 días">{showNumber(failed)}</Figure>
      </dl>
      {last_failure && (
        <div className={classes.failure}>
          <p>
            <strong data-tone="bad">Último fallo</strong> <InstantText instant={last_failure.at} zone={zone} />
          </p>
          <p>{last_failure.reason}</p>
          <Button size="compact-sm" variant="default" onClick={onFailures}>
            Ver fallidos
          </Button>
        </div>
      )}
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
