import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'

/** A screen that broke or could not be loaded, e.g. after an update of the server. */
export function FailedPage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error])
  return (
    <Center component="main" mih="60dvh">
      <Stack align="center" p="md">
        <Title order={1}>No se pudo mostrar esta página</Title>
        <Text c="dimmed">Vuelve a cargarla; lo guardado no se pierde.</Text>
        <Button onClick={() => window.location.reload()}>Volver a cargar</Button>
      </Stack>
    </Center>
  )
}
