import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { PageMessage } from './PageMessage.tsx'

/** A screen that broke or could not be loaded, e.g. after an update of the server. */
export function FailedPage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error])
  return (
    <PageMessage title="No se pudo mostrar esta página">
      <Text c="dimmed">Vuelve a cargarla; lo guardado no se pierde.</Text>
      <Button onClick={() => window.location.reload()}>Volver a cargar</Button>
    </PageMessage>
  )
}
