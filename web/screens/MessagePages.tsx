import { Anchor, Button, Center, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { loginPath } from '../navigation/login-path.ts'
import { useSession } from '../session/session.tsx'

export function NotFoundPage() {
  useDocumentTitle('Dirección desconocida · Torniquete')
  return (
    <PageMessage title="Esa dirección no existe.">
      <Anchor renderRoot={(props) => <Link to={loginPath} {...props} />}>Ir al inicio</Anchor>
    </PageMessage>
  )
}

function PageMessage({ title, children }: { title: string; children: ReactNode }) {
  const within = useSession().state === 'signed-in'
  return (
    <Center component={within ? 'div' : 'main'} mih="60dvh">
      <Stack align="center" p="md">
        <Title order={1} ta="center">
          {title}
        </Title>
        {children}
      </Stack>
    </Center>
  )
}

export function FailedPage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error])
  return (
    <PageMessage title="No se pudo mostrar esta página">
      <Text c="dimmed">Vuelve a cargarla; lo guardado no se pierde.</Text>
      <Button onClick={() => window.location.reload()}>Volver a cargar</Button>
    </PageMessage>
  )
}
