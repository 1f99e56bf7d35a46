import { Center, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../session/session.tsx'

/** A page that has only something to say. Within the shell, whose <main> it stands in, for whoever is signed in. */
export function PageMessage({ title, children }: { title: string; children: ReactNode }) {
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
