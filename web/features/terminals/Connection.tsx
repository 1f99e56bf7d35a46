import classes from './terminals.module.css'

/** `silent`: start of the silence, shown instead of the word. */
export function Connection({ connected, silent }: { connected: boolean; silent?: string | null }) {
  const tone = connected ? 'good' : 'bad'
  return (
    <span className={classes.connection} data-tone={tone}>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      {connected ? 'Conectado' : (silent ?? 'Desconectado')}
    </span>
  )
}
