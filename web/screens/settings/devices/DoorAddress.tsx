import { Code, Stack, Text, Title } from '@mantine/core'
import { useEndpoint } from '../../../api/use-endpoint.ts'

/** The server address to type into a terminal; nothing if gyms have no host names. */
export function DoorAddress() {
  const host = useEndpoint('devices.address', {}).data?.host
  if (!host) return null
  return (
    <Stack gap="xs" mt="xl">
      <Title order={2} size="h4">
        Dirección para los dispositivos
      </Title>
      <Text>
        <Code fz="md">{host}</Code>
      </Text>
      <Text size="sm" c="dimmed">
        Es solo de este gimnasio: no la compartas. Escríbela como nombre de dominio del servidor en el menú de la nube
        (ADMS) del dispositivo. El que llame por ella se ofrece aquí con su número completo, y desde entonces ya no se
        le atiende por otra.
      </Text>
    </Stack>
  )
}
