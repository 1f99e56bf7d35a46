import { Alert, Button, Group, Loader, Text } from '@mantine/core'

/** An unanswered call repeated with the same key; the server does it once. */
export interface WaitingCall {
  attempts: number
  /** The server's refusal; null without an answer. */
  refusal: string | null
  sending: boolean
  retryNow: () => void
  stop: () => void
}

/** The locked fields lose the focus, so the notice takes it. */
function takeFocus(button: HTMLButtonElement | null): void {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body || activeElement.matches(':disabled')) button?.focus()
}

export function UnansweredNotice({ call }: { call: WaitingCall | null }) {
  if (!call) return null
  return (
    <Alert color="yellow" role="status" mb="sm" icon={<Loader size={18} color="yellow" aria-hidden />}>
      <Text size="sm">
        {call.refusal ?? 'El servidor no respondió.'} Reintentando… (intento {call.attempts + 1}). No se registrará dos
        veces.
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          variant="default"
          ref={takeFocus}
          aria-disabled={call.sending || undefined}
          data-disabled={call.sending || undefined}
          onClick={call.retryNow}
        >
          Reintentar ahora
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={call.stop}>
          Dejar de intentar
        </Button>
      </Group>
    </Alert>
  )
}
