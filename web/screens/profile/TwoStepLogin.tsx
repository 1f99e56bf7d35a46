import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getCallArea } from '@torniquete/contract/shared/endpoint.ts'
import { useState } from 'react'
import { refetchArea } from '../../api/refresh.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { lazyComponent } from '../../kit/lazy-component.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { PasswordQuestion } from './PasswordQuestion.tsx'

const TwoStepSetup = lazyComponent(async () => (await import('./TwoStepSetup.tsx')).TwoStepSetup)

/** Two-factor login of super admins and the master. */
export function TwoStepLogin() {
  const query = useEndpoint('session.second-factor', {})
  const [dialog, setDialog] = useState<'on' | 'off' | null>(null)
  const client = useQueryClient()
  const close = () => {
    setDialog(null)
    void refetchArea(client, getCallArea('session.second-factor'))
  }
  const { data } = query
  return (
    <Panel title="Verificación en dos pasos">
      {data ? (
        <Group justify="space-between" align="start">
          <Text size="sm" c="dimmed" maw="28rem">
            {data.enabled
              ? `Activada: además de la contraseña se pide un código de tu teléfono. Códigos de recuperación sin usar: ${data.recovery_codes}.`
              : 'Al entrar se pide, además de la contraseña, un código de una aplicación de tu teléfono. Quien descubra tu contraseña no podrá entrar con ella sola.'}
          </Text>
          <Button variant={data.enabled ? 'default' : 'filled'} onClick={() => setDialog(data.enabled ? 'off' : 'on')}>
            {data.enabled ? 'Desactivar' : 'Activar'}
          </Button>
        </Group>
      ) : (
        <QueryState queries={[query]} />
      )}
      {dialog === 'on' && <TwoStepSetup onClose={close} />}
      {dialog === 'off' && (
        <PasswordQuestion
          title="Desactivar la verificación en dos pasos"
          submitLabel="Desactivar"
          done="Verificación en dos pasos desactivada"
          run={(current_password, send) => send('session.remove-second-factor', { body: { current_password } })}
          onDone={close}
          onClose={() => setDialog(null)}
        />
      )}
    </Panel>
  )
}
