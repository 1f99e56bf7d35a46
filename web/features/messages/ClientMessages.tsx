import { Box, Button } from '@mantine/core'
import { useId, useState } from 'react'
import { IconChevronDown, IconMessages } from '../../kit/icons.ts'
import { MessageList } from './MessageList.tsx'

/** A client's messages, loaded when the section opens. */
export function ClientMessages({ client }: { client: number }) {
  const [opened, setOpened] = useState(false)
  const part = useId()
  return (
    <>
      <Button
        variant="subtle"
        px="xs"
        leftSection={<IconMessages size={20} aria-hidden />}
        rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: opened ? '180deg' : undefined }} />}
        aria-expanded={opened}
        aria-controls={part}
        onClick={() => setOpened(!opened)}
      >
        Mensajes
      </Button>
      <Box component="section" id={part} aria-label="Mensajes" hidden={!opened} mt="0.5rem">
        {opened && <MessageList label="Mensajes" client={client} empty="No hay mensajes para este cliente" />}
      </Box>
    </>
  )
}
