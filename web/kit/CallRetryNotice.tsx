import { Alert, Button, Group, Loader, Text } from '@mantine/core'

/** An unanswered call that is repeated with the same key, so that the server executes it once. */
export interface RetriedCall {
  attempts: number
  /** Reason of the server's refusal; null if the server did not answer. */
  refusal: string | null
  sending: boolean
  retryNow: () => void
  stop: () => void
}

/** Focuses the button of the notice, because disabled fields lose the focus. */
function takeFocus(button: HTMLButtonElement | null): void {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body || activeElement.matches(':disabled')) button?.focus()
}

export function CallRetryNotice({ call }: { call: RetriedCall | null }) {
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
