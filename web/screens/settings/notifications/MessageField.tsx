import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { fillMessage, listUnknownPlaceholders, placeholders } from '@torniquete/contract/messaging/messages.ts'
import { useRef } from 'react'
import classes from './notifications.module.css'
import type { SampleRecipient } from './use-sample-recipient.ts'

interface MessageFieldProps {
  value: string
  /** Input props from @mantine/form. */
  field: GetInputPropsReturnType
  recipient: SampleRecipient
  /** Days left at the time of sending. */
  days: number
}

/** A message with placeholder buttons and a preview. */
export function MessageField({ value, field, recipient, days }: MessageFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const insert = (mark: string) => {
    const element = input.current
    if (!element) return
    element.setRangeText(mark, element.selectionStart, element.selectionEnd, 'end')
    // Fires an input event, so that React updates and keeps the cursor.
    element.dispatchEvent(new Event('input', { bubbles: true }))
    element.focus()
  }
  return (
    <Stack gap="0.6rem">
      <Textarea ref={input} minRows={3} maxLength={1000} {...field} />
      <Group gap={6} role="group" aria-label="Datos que se insertan">
        {placeholders.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            aria-label={`Insertar {${name}}`}
            onClick={() => insert(`{${name}}`)}
          >{`{${name}}`}</Button>
        ))}
      </Group>
      <Preview message={value} recipient={recipient} days={days} />
    </Stack>
  )
}

function Preview({ message, recipient, days }: { message: string; recipient: SampleRecipient; days: number }) {
  if (!message.trim())
    return (
      <Text size="sm" c="dimmed">
        Sin texto no se envía este mensaje.
      </Text>
    )
  const unknown = listUnknownPlaceholders(message)
  const reader = recipient.real ? recipient.values.nombre : `${recipient.values.nombre} (datos de ejemplo)`
  return (
    <figure className={classes.preview}>
      <figcaption>Así lo recibirá {reader}</figcaption>
      <p className={classes.bubble}>{fillMessage(message.trim(), { ...recipient.values, dias: String(days) })}</p>
      {unknown.length > 0 && (
        <Text size="sm" c="var(--tone-warn)">
          {unknown.join(', ')}: no es un dato conocido y se quitará del mensaje.
        </Text>
      )}
    </figure>
  )
}
