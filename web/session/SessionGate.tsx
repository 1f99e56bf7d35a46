import { Center, Stack, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Spinner } from '../kit/Spinner.tsx'
import { useSession } from './session.tsx'

/** A spinner while the session loads. An unreachable server logs nobody out. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state !== 'loading') return children
  return (
    <Center component="main" mih="100dvh">
      <Stack>
        <VisuallyHidden>
          <h1>Torniquete</h1>
        </VisuallyHidden>
        <Spinner label={session.unreachable ? 'Sin conexión con el servidor. Reintentando…' : 'Cargando sesión…'} />
      </Stack>
    </Center>
  )
}
