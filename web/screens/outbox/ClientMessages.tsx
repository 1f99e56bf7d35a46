import { Button } from '@mantine/core'
import { IconChevronDown, IconMessages } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Spinner } from '../../kit/Spinner.tsx'
import classes from './outbox.module.css'

const MessageList = lazy(() => import('./MessageList.tsx').then(({ MessageList }) => ({ default: MessageList })))

/** What the gym sent or will send to a client: asked for once it is opened. */
export function ClientMessages({ client }: { client: number }) {
  const [opened, setOpened] = useState(false)
  const part = useId()
  return (
    <>
      <Button
        variant="subtle"
        px="xs"
        leftSection={<IconMessages size={20} aria-hidden />}
        rightSection={<IconChevronDown size={18} aria-hidden className={classes.chevron} />}
        aria-expanded={opened}
        aria-controls={part}
        onClick={() => setOpened(!opened)}
      >
        Mensajes
      </Button>
      <section id={part} aria-label="Mensajes" hidden={!opened} className={classes.part}>
        {opened && (
          <Suspense fallback={<Spinner />}>
            <MessageList label="Mensajes" client={client} empty="No hay mensajes para este cliente" />
          </Suspense>
        )}
      </section>
    </>
  )
}
