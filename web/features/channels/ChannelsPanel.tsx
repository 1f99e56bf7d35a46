import { Button, Group, Stack, Text } from '@mantine/core'
import { type MessageChannel, messageChannels } from '@torniquete/contract/messaging/outbox.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ActionDialog } from '../../forms/ActionDialog.tsx'
import { IconBrandWhatsapp, IconMail } from '../../kit/icons.ts'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { makeLazyDialog } from '../../kit/lazy-dialog.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { HelpLink } from '../help/HelpLink.tsx'
import { channelTitles, describeChannel } from './channel-texts.ts'

const ChannelDialog = makeLazyDialog(
  async () => (await import('./ChannelDialog.tsx')).ChannelDialog,
  ({ onClose }) => onClose,
)

interface Opened {
  channel: MessageChannel
  what: 'set' | 'test' | 'remove'
}

const icons = { email: IconMail, whatsapp: IconBrandWhatsapp }

/** `reader`: proposed recipient of test messages for each channel. */
export function ChannelsPanel({ reader }: { reader: Record<MessageChannel, string> }) {
  const query = useEndpoint('channels.read', {})
  const [opened, setOpened] = useState<Opened | null>(null)
  const onClose = () => setOpened(null)
  const state = query.data
  return (
    <Panel title="Canales">
      {!state && <SpinnerOrLoadError queries={[query]} />}
      {state &&
        messageChannels.toReversed().map((channel, place) => {
          const Icon = icons[channel]
          const { source, own } = state[channel]
          const title = channelTitles[channel]
          const open = (what: Opened['what']) => () => setOpened({ channel, what })
          return (
            <Stack
              key={channel}
              component="section"
              aria-label={title}
              gap="xs"
              pt={place > 0 ? 'sm' : 0}
              style={{ borderTop: place > 0 ? '1px solid var(--mantine-color-default-border)' : undefined }}
            >
              <Group component="h3" gap="0.5rem" m={0} fz="md">
                <Icon size={20} aria-hidden />
                {title}
              </Group>
              <Text size="sm" c={own && !own.readable ? 'var(--tone-bad)' : 'dimmed'}>
                {describeChannel(channel, state)}
              </Text>
              <Group gap="xs">
                <Button size="xs" variant={source ? 'default' : 'filled'} onClick={open('set')}>
                  {own ? 'Cambiar' : 'Configurar'}
                </Button>
                {source && (
                  <Button size="xs" variant="default" onClick={open('test')}>
                    Enviar mensaje de prueba
                  </Button>
                )}
                {own && (
                  <Button size="xs" variant="subtle" onClick={open('remove')}>
                    Quitar
                  </Button>
                )}
              </Group>
            </Stack>
          )
        })}
      <HelpLink page="mensajes">Cómo se configuran</HelpLink>
      {state && opened && opened.what !== 'remove' && (
        <ChannelDialog
          channel={opened.channel}
          what={opened.what}
          state={state}
          recipient={reader[opened.channel]}
          onClose={onClose}
        />
      )}
      {opened?.what === 'remove' && (
        <ActionDialog
          title={`Quitar ${channelTitles[opened.channel]}`}
          confirmLabel="Quitar"
          pendingLabel="Quitando"
          action={{
            run: (_, send) => send('channels.remove', { params: { channel: opened.channel } }),
            done: 'Canal quitado',
          }}
          onClose={onClose}
        >
          Se olvidan sus datos y su contraseña. Si hay otro canal en la instalación, los mensajes salen por él; si no,
          esperan.
        </ActionDialog>
      )}
    </Panel>
  )
}
