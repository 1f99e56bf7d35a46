import { Button, Group, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { now } from '../../api/server-clock.ts'
import { pollIntervalMs, useEndpoint } from '../../api/use-endpoint.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { dialogNavigationOptions } from '../../navigation/open-dialog.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { TerminalConnectionMark, TerminalStateLines } from './TerminalStateLines.tsx'
import { formatUndecidedCount } from './terminal-people-texts.ts'
import { formatDisconnection, listTerminalStateLines } from './terminal-texts.ts'

export function TerminalsDialog({ onClose }: { onClose: () => void }) {
  const devices = useEndpoint('devices.list', {}, { refetchInterval: pollIntervalMs })
  const statuses = useEndpoint('devices.status', {}, { refetchInterval: pollIntervalMs })
  const zone = useGymClock()?.zone
  const known = devices.data && statuses.data && zone
  return (
    <Dialog onClose={onClose} title="Dispositivos" size="md">
      {!known && <SpinnerOrLoadError queries={[devices, statuses]} onClose={onClose} />}
      {known && devices.data.length === 0 && <EmptyState text="No hay dispositivos registrados" />}
      {known && (
        <ul data-lined>
          {devices.data.map((device) => {
            const status = statuses.data.find(({ id }) => id === device.id)
            return status && <Terminal key={device.id} device={device} status={status} zone={zone} />
          })}
        </ul>
      )}
    </Dialog>
  )
}

function Terminal({ device, status, zone }: { device: Device; status: DeviceStatus; zone: string }) {
  const clock = { zone, now: now() }
  const { connected } = device
  const silence = formatDisconnection(clock, { connected, last_seen: status.last_seen })
  return (
    <Stack component="li" gap="0.25rem">
      <Group justify="space-between" gap="0.15rem 1rem">
        <Title order={3} size="h5">
          {device.name}
        </Title>
        <TerminalConnectionMark
          connected={connected}
          silent={silence && silence.charAt(0).toUpperCase() + silence.slice(1)}
        />
      </Group>
      <TerminalStateLines lines={listTerminalStateLines(status, clock, device)} />
      <Ways device={device} waiting={status.strangers + status.proposals} />
    </Stack>
  )
}

function Ways({ device: { id, name }, waiting }: { device: Device; waiting: number }) {
  const { role } = useSignedInUser()
  const params = { id: String(id) }
  // Admins cannot open the settings, so for them the dialog opens over the list of clients.
  const people = isCallAllowed(role, 'devices.census') ? '/settings/devices/$id/people' : '/clients/devices/$id/people'
  return (
    <Group gap="xs">
      {waiting > 0 && isCallAllowed(role, 'devices.people') && (
        <Button
          size="sm"
          variant="light"
          renderRoot={(props) => <Link to={people} params={params} {...dialogNavigationOptions} {...props} />}
          aria-label={`Personas en ${name}: ${formatUndecidedCount(waiting)}`}
        >
          Personas: {formatUndecidedCount(waiting)}
        </Button>
      )}
      {isCallAllowed(role, 'devices.census') && (
        <Button
          size="sm"
          variant="default"
          renderRoot={(props) => (
            <Link to="/settings/devices/$id/state" params={params} {...dialogNavigationOptions} {...props} />
          )}
          aria-label={`Estado de ${name}`}
        >
          Estado
        </Button>
      )}
    </Group>
  )
}
