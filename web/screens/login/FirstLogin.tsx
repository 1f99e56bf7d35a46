import { Paper, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { storeToken } from '../../api/token.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'

/** Printed by `server/main.ts`. Importing it from the contract would load the whole module. */
const entering = 'entrar='

const linkIn = (hash: string) => (hash.startsWith(`#${entering}`) ? hash.slice(entering.length + 1) : null)

/** Logs in by a start link, and mentions the link until it was used. */
export function FirstLogin() {
  const [link, setLink] = useState(() => linkIn(location.hash))
  const first = useEndpoint('session.first', {}, { enabled: link === null })
  const enter = useSave({
    run: (brought: string, send) => send('session.enter', { body: { link: brought } }),
    done: 'Inicio de sesión exitoso.',
    onSaved: ({ access_token }) => storeToken(access_token),
    failure: (error) =>
      error instanceof ApiError && error.status === 404
        ? {
            title: 'Ese enlace ya no sirve',
            description: 'Entra con tu usuario y contraseña, o inicia el programa otra vez.',
          }
        : { title: error.name, description: error.message },
  })
  const sent = useRef<string | null>(null)
  useEffect(() => {
    // A link opened on the login page itself only changes the hash.
    const look = () => setLink((known) => linkIn(location.hash) ?? known)
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  useEffect(() => {
    if (link === null || sent.current === link) return
    sent.current = link
    // The link works once and must not stay in the history.
    history.replaceState(history.state, '', location.pathname + location.search)
    enter.submit(link)
  })
  if (enter.pending) return <Text role="status">Entrando…</Text>
  if (!first.data?.waiting) return null
  return (
    <Paper withBorder radius="lg" p="md" role="status">
      <Text fw={600}>Es la primera vez</Text>
      <Text size="sm">
        Abre el enlace que apareció en la ventana donde iniciaste Torniquete. Con él entras sin contraseña. Vence en 24
        horas; si ya venció, inicia Torniquete otra vez y aparecerá uno nuevo.
      </Text>
    </Paper>
  )
}
