import { Code, Stack, Text, Title } from '@mantine/core'
import { useEndpoint } from '../../../api/use-endpoint.ts'

/** What is typed into a terminal's menu as the server; nothing where gyms have no names of their own. */
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
