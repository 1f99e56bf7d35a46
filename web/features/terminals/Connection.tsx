import { Group } from '@mantine/core'
import classes from './terminals.module.css'

/** `silent`: start of the silence, shown instead of the word. */
export function Connection({ connected, silent }: { connected: boolean; silent?: string | null }) {
  const tone = connected ? 'good' : 'bad'
  return (
    <Group component="span" display="inline-flex" gap="0.5rem" wrap="nowrap" data-tone={tone}>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      {connected ? 'Conectado' : (silent ?? 'Desconectado')}
    </Group>
  )
}
