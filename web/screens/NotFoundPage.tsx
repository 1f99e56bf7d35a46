import { Anchor, Center, Stack, Title } from '@mantine/core'
import { loginPath } from '../paths.ts'
import { useDocumentTitle } from '../shell/document-title.ts'

export function NotFoundPage() {
  useDocumentTitle('Dirección desconocida')
  return (
    <Center component="main" mih="100dvh">
      <Stack align="center" p="md">
        <Title order={1}>Esa dirección no existe.</Title>
        <Anchor href={loginPath}>Ir al inicio</Anchor>
      </Stack>
    </Center>
  )
}
