import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { SessionRow } from '@torniquete/contract/admin/session.ts'
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import { getCallArea } from '@torniquete/contract/shared/endpoint.ts'
import { refetchArea } from '../../api/refresh.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { ownZone } from '../../kit/own-zone.ts'
import { Panel } from '../../kit/Panel.tsx'
import { describeBrowser } from './describe-browser.ts'

/** The user's sessions, each with a button to end it. */
export function OwnSessions() {
  const query = useEndpoint('session.list', {})
  const client = useQueryClient()
  const end = useSave({
    run: ({ id }: SessionRow, send) => send('session.end', { params: { id_session: id } }),
    done: 'Sesión cerrada',
    onSaved: () => refetchArea(client, getCallArea('session.list')),
  })
  return (
    <Panel title="Sesiones abiertas">
      {query.data ? (
        <Stack gap="sm">
          {query.data.map((session) => (
            <Group key={session.id} justify="space-between" wrap="nowrap" gap="sm">
              <div>
                <Group gap="xs">
                  <Text>{describeBrowser(session.browser)}</Text>
                  {session.current && <Badge variant="light">Esta sesión</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                  {session.address} · activa {showInstant(ownZone(), session.last_seen_at)}
                </Text>
              </div>
              {!session.current && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Cerrar la sesión de ${describeBrowser(session.browser)}, ${session.address}`}
                  onClick={() => end.submit(session)}
                >
                  Cerrar
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      ) : (
        <QueryState queries={[query]} />
      )}
    </Panel>
  )
}
