import { Alert, Button, Drawer, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import type { Client } from '@torniquete/contract/clients.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ContactSelector } from '../../kit/ContactSelector.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import classes from './ClientCard.module.css'
import { ClientDetails } from './ClientDetails.tsx'
import { linksOfClient } from './client-links.ts'

interface ClientCardProps {
  id: number
  /** The row of the list, shown until the client itself arrives. */
  listed: Client | undefined
  /** Another dialog stands over the card and takes the Escape key. */
  covered: boolean
  onSell: (client: Client) => void
  onEdit: (client: Client) => void
  onClose: () => void
}

export function ClientCard({ id, listed, covered, onSell, onEdit, onClose }: ClientCardProps) {
  const read = useEndpoint('clients.read', { params: { id_client: id } })
  const client = read.data ?? listed
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="27rem"
      title="Ficha del cliente"
      closeOnEscape={!covered}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {read.error && (
        <Alert color="red" role="alert" title="Error al cargar el cliente" mb="md">
          {read.error.message}
        </Alert>
      )}
      {client && (!read.error || read.data) && <Filled client={client} onSell={onSell} onEdit={onEdit} />}
      {!client && !read.error && <Waiting />}
    </Drawer>
  )
}

function Filled({ client, onSell, onEdit }: Pick<ClientCardProps, 'onSell' | 'onEdit'> & { client: Client }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.scroller} aria-label="Datos del cliente" tabIndex={0}>
        <Group wrap="nowrap" gap="md" mb="lg">
          <Picture src={client.photo_url} alt={`Foto de ${client.name}`} size={88} />
          <Stack gap={6} miw={0}>
            <Title order={2} size="h3" className={classes.name}>
              {client.name}
            </Title>
            <StatusMark good={client.is_active} />
            <ContactSelector name={client.name} links={linksOfClient(client)} />
          </Stack>
        </Group>
        <ClientDetails client={client} />
      </section>
      <div className={classes.footer}>
        <Button variant="default" px="sm" onClick={() => onEdit(client)}>
          Editar
        </Button>
        <Button
          data-autofocus
          px="sm"
          leftSection={<IconTicket size={20} aria-hidden />}
          onClick={() => onSell(client)}
        >
          Vender membresía
        </Button>
      </div>
    </>
  )
}

function Waiting() {
  return (
    <Stack role="status" aria-label="Cargando…">
      <Skeleton height={88} circle />
      <Skeleton height={20} width="60%" />
      <Skeleton height={160} />
    </Stack>
  )
}
