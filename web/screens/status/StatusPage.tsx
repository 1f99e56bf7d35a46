import { Alert, SimpleGrid, Stack, Title } from '@mantine/core'
import { formatEncryptedCounts } from '@torniquete/contract/admin/encrypted-counts.ts'
import type { CallDurations, EncryptionStatus, QueueStatus, SystemStatus } from '@torniquete/contract/admin/status.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ChannelsPanel } from '../../features/channels/ChannelsPanel.tsx'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { InstallationState } from '../../features/installation/InstallationState.tsx'
import type { InstallationStatusLine } from '../../features/installation/installation-status-texts.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { readBrowserTimeZone } from '../../kit/InstantText.tsx'
import { NumberCard } from '../../kit/MetricCard.tsx'
import type { Column } from '../../kit/table-column.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

const every = 15_000

export function StatusPage() {
  const { user } = useSignedInUser()
  const status = useEndpoint('status.read', {}, { refetchInterval: every })
  return (
    <>
      <PageHeader />
      <Stack>
        <InstallationState state={status.data?.installation} zone={readBrowserTimeZone()} />
        <SealedState />
        <HelpLink>Páginas de ayuda</HelpLink>
        <Figures status={status.data} />
        <ChannelsPanel reader={{ email: user.email ?? '', whatsapp: user.phone_number ?? '' }} />
      </Stack>
      <Part>Trabajos en segundo plano</Part>
      <DataTable
        label="Trabajos en segundo plano"
        columns={queueColumns}
        rows={status.data?.queues}
        rowKey={({ queue }) => queue}
        query={status}
        empty="No hay trabajos"
      />
      <Part>Llamadas más lentas desde que se inició</Part>
      <DataTable
        label="Llamadas más lentas"
        columns={callColumns}
        rows={status.data?.slowest}
        rowKey={({ call }) => call}
        query={status}
        empty="Todavía no hubo ninguna"
      />
    </>
  )
}

const Part = ({ children }: { children: string }) => (
  <Title order={2} fz="1rem" mt="lg" mb="xs">
    {children}
  </Title>
)

function SealedState() {
  const { data } = useEndpoint('status.sealed', {}, { refetchInterval: 40 * every })
  return (data ? listSealedSecretWarnings(data) : []).map(({ color, text }) => (
    <Alert key={text} color={color ?? 'yellow'} role="alert">
      {text}
    </Alert>
  ))
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
const megabytes = (bytes: number) => `${formatNumber(Math.round(bytes / 1e6))} MB`

function Figures({ status }: { status: SystemStatus | undefined }) {
  const disk = status?.installation.disk
  return (
    <SimpleGrid minColWidth="min(11rem, 100%)" autoFlow="auto-fit" aria-busy={!status}>
      <NumberCard
        title="Versión"
        value={status?.version}
        hint={status ? `PostgreSQL ${status.database} · Node ${status.node}` : 'PostgreSQL · Node'}
      />
      <NumberCard
        title="Base de datos"
        value={status && megabytes(status.database_size)}
        hint={status ? formatCountWithNoun(status.gyms, 'gimnasio', 'gimnasios') : 'Gimnasios'}
      />
      <NumberCard
        title="Disco"
        value={disk && (disk.free === null ? '—' : gigabytes(disk.free))}
        hint="Libres en el de los datos"
      />
      <NumberCard
        title="Terminales"
        value={status && `${formatNumber(status.terminals.calling)} / ${formatNumber(status.terminals.registered)}`}
        hint="Llaman a este servidor / registrados"
      />
      <NumberCard
        title="Memoria"
        value={status && megabytes(status.memory)}
        hint={status ? `En marcha desde ${formatInstant(readBrowserTimeZone(), status.started_at)}` : 'En marcha desde'}
      />
    </SimpleGrid>
  )
}

/** Purpose of each background queue; a newer server may have other queues. */
const works: Record<string, string> = {
  'plan-messages': 'Preparar los mensajes del día',
  'send-email': 'Enviar correos',
  'send-fiscal': 'Enviar comprobantes electrónicos',
  'send-support': 'Enviar solicitudes de soporte',
  'send-whatsapp': 'Enviar mensajes de WhatsApp',
  sweep: 'Borrar lo que ya no se guarda',
}

const count = (key: 'waiting' | 'failed', header: string): Column<QueueStatus> => ({
  header,
  align: 'right',
  cell: (row) => formatNumber(row[key]),
})

const queueColumns: Column<QueueStatus>[] = [
  { header: 'Trabajo', folded: 'first', cell: ({ queue }) => works[queue] ?? queue },
  count('waiting', 'En espera'),
  count('failed', 'Fallidos en 7 días'),
]

/** Formats a duration given in milliseconds. */
function duration(time: number): string {
  if (time >= 1000) return `${(time / 1000).toFixed(1)} s`
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`
}

const time = (key: 'half' | 'most' | 'longest', header: string): Column<CallDurations> => ({
  header,
  align: 'right',
  cell: (row) => duration(row[key]),
})

const callColumns: Column<CallDurations>[] = [
  { header: 'Llamada', folded: 'first', cell: ({ call }) => call },
  { header: 'Veces', align: 'right', cell: (row) => formatNumber(row.count) },
  { header: 'Con error', align: 'right', cell: (row) => formatNumber(row.failed) },
  time('half', 'La mitad tarda hasta'),
  time('most', '99 de 100 hasta'),
  time('longest', 'La más larga'),
]

export function listSealedSecretWarnings({ missing, unreadable, servers }: EncryptionStatus): InstallationStatusLine[] {
  const told: InstallationStatusLine[] = []
  const lost = formatEncryptedCounts(unreadable)
  if (lost && missing)
    told.push({
      color: 'red',
      text: `Falta la clave de lo que está cifrado (${lost}). Lo demás funciona, y las terminales abren a quien ya conocen. Vuelve a poner el archivo biometrics-key en DATA_DIR (cada copia lo lleva), o BIOMETRICS_KEY si la tenías, e inicia otra vez. Si se perdió, pon una BIOMETRICS_KEY nueva: después se escriben otra vez las contraseñas de los canales, se suben otra vez los certificados de firma y se registran otra vez las huellas.`,
    })
  else if (lost)
    told.push({
      color: 'yellow',
      text: `No se puede leer lo que se cifró con otra clave: ${lost}. Vuelve a poner la de antes (biometrics-key o BIOMETRICS_KEY), o escribe otra vez las contraseñas de los canales, sube otra vez los certificados de firma y registra otra vez las huellas.`,
    })
  if (servers.length > 0)
    told.push({
      color: 'red',
      text: `${servers.join(', ')}: otra BIOMETRICS_KEY que este servidor. Lo que uno cifra no lo leen los demás: pon la misma en todos.`,
    })
  return told
}
