// The channels that send messages: setup, test and give up, without a terminal window.

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TestResult } from '@torniquete/contract/messaging/channels.ts'
import { type Channel, channels } from '@torniquete/contract/messaging/outbox.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { IconBrandWhatsapp, IconMail } from '../../kit/icons.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { HelpLink } from '../help/HelpLink.tsx'
import { channelTitles, describeChannel } from './channel-words.ts'
import { EmailDialog } from './EmailDialog.tsx'
import { WhatsappDialog } from './WhatsappDialog.tsx'

interface Opened {
  channel: Channel
  what: 'set' | 'test' | 'remove'
}

const icons = { email: IconMail, whatsapp: IconBrandWhatsapp }

/** `reader`: default recipient of test messages. */
export function ChannelsPanel({ reader }: { reader: Record<Channel, string> }) {
  const query = useEndpoint('channels.read', {})
  const [opened, setOpened] = useState<Opened | null>(null)
  const onClose = () => setOpened(null)
  const state = query.data
  return (
    <Panel title="Canales">
      {!state && <QueryState queries={[query]} />}
      {state &&
        channels.toReversed().map((channel) => {
          const Icon = icons[channel]
          const { source, own } = state[channel]
          const title = channelTitles[channel]
          const open = (what: Opened['what']) => () => setOpened({ channel, what })
          return (
            <Stack key={channel} component="section" aria-label={title} gap="xs">
              <Group component="h3" m={0} gap="xs" fz="md">
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
      {state && opened?.what === 'set' && opened.channel === 'email' && (
        <EmailDialog own={state.email.own} onClose={onClose} />
      )}
      {state && opened?.what === 'set' && opened.channel === 'whatsapp' && (
        <WhatsappDialog state={state.whatsapp} onClose={onClose} />
      )}
      {opened?.what === 'test' && (
        <TestDialog channel={opened.channel} usual={reader[opened.channel]} onClose={onClose} />
      )}
      {opened?.what === 'remove' && <RemoveChannel channel={opened.channel} onClose={onClose} />}
    </Panel>
  )
}

function RemoveChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { submit, pending } = useSave({
    run: (_: null, send) => send('channels.remove', { params: { channel } }),
    done: 'Canal quitado',
    onSaved: onClose,
  })
  return (
    <ConfirmDialog
      title={`Quitar ${channelTitles[channel]}`}
      confirmLabel="Quitar"
      pendingLabel="Quitando"
      pending={pending}
      onConfirm={() => submit(null)}
      onCancel={onClose}
    >
      Se olvidan sus datos y su contraseña. Si hay otro canal en la instalación, los mensajes salen por él; si no,
      esperan.
    </ConfirmDialog>
  )
}

interface TestDialogProps {
  channel: Channel
  usual: string
  onClose: () => void
}

/** Sends one message and shows the result. */
function TestDialog({ channel, usual, onClose }: TestDialogProps) {
  const form = useForm({ initialValues: { to: usual } })
  const [result, setResult] = useState<TestResult | null>(null)
  const { submit, pending } = useSave({
    run: ({ to }: { to: string }, send) => {
      setResult(null)
      return send('channels.test', { params: { channel }, body: { to } })
    },
    done: null,
    // Not repeated automatically, because the message could be sent twice.
    repeats: false,
    setErrors: form.setErrors,
    onSaved: setResult,
  })
  const toMail = channel === 'email'
  return (
    <FormDialog
      title={`Mensaje de prueba por ${toMail ? 'correo' : channelTitles[channel]}`}
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      cancelLabel="Cerrar"
      pending={pending}
      dirty={false}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      size="md"
    >
      <TextInput
        label={toMail ? 'Correo que lo recibe' : 'Teléfono que lo recibe'}
        type={toMail ? 'email' : 'tel'}
        required
        maxLength={255}
        {...form.getInputProps('to')}
      />
      <div role="status">
        {result && (
          <Alert color={result.sent ? 'teal' : 'red'} title={result.sent ? 'Salió' : 'No salió'}>
            {result.reason} {result.advice}
          </Alert>
        )}
      </div>
    </FormDialog>
  )
}
