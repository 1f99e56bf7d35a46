import { Alert, Button, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { MergeableField, MovedRowCounts } from '@torniquete/contract/members/client-merge.ts'
import type { Client, ClientWithDoorStates } from '@torniquete/contract/members/clients.ts'
import { formatPaidPeriods } from '@torniquete/contract/members/paid-periods.ts'
import { formatDate, formatInstant } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import { parseSocialLinks } from '@torniquete/contract/shared/schemas.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { formatSocialLinks } from '../../../features/contacts/link-rows.ts'
import { ClientPicker } from '../../../features/memberships/ClientPicker.tsx'
import { isAnonymousClient, type MembershipBuyer } from '../../../features/memberships/proposed-membership-sale.ts'
import { UndoableActionNotice } from '../../../forms/UndoableActionNotice.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { Picture } from '../../../kit/Picture.tsx'
import { useCloseDialog, useDialogPathId } from '../../../navigation/open-dialog.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { makeSimilarClientsQuery, similarityReasonLabels } from '../ClientForm.tsx'

const title = 'Unir con otro cliente'

export function MergeClientsDialog() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const client = useEndpoint('clients.read', { params: { id_client: id } })
  const [other, setOther] = useState<number | null>(null)
  if (!client.data) return <LoadingDialog title={title} query={client} onClose={close} />
  if (other !== null) return <Compare key={other} id={id} other={other} onBack={() => setOther(null)} />
  return (
    <FormDialog
      title={title}
      dirty={false}
      careful
      pending={false}
      disabled
      submitLabel="Unir"
      onClose={close}
      onSubmit={(event) => event.preventDefault()}
    >
      <Text size="sm" c="dimmed">
        Si {client.data.name} está dos veces, elige aquí la otra ficha. Nada cambia hasta que lo confirmes.
      </Text>
      <LastMerge client={id} />
      <OtherPicker client={client.data} onPick={setOther} />
    </FormDialog>
  )
}

function Compare({ id, other, onBack }: { id: number; other: number; onBack: () => void }) {
  const params = { id_client: id, id_other: other }
  const compared = useEndpoint('clients.compare', { params }, { staleTime: 0 })
  const close = useCloseDialog()
  const [picked, setPicked] = useState<Chosen>({})
  const save = useSave({
    run: ({ take, confirm }: { take: MergeableField[]; confirm: string }, send) =>
      send('clients.merge', { params, body: { take, confirm } }),
    done: 'Clientes unidos',
    detail: 'Tienes hasta mañana para deshacerlo en «Unir con otro cliente».',
    onSaved: close,
    // After a refusal the comparison is loaded again, so that it shows changes made since.
    setErrors: () => void compared.refetch(),
  })
  if (!compared.data) return <LoadingDialog title={title} query={compared} onClose={onBack} />
  const { kept, gone, digest } = compared.data
  const fields = differing(kept, gone)
  const chosen = { ...Object.fromEntries(fields.map((field) => [field, proposedSide(field, kept, gone)])), ...picked }
  const take = fields.filter((field) => chosen[field] === 'gone')
  return (
    <FormDialog
      title={title}
      dirty={Object.keys(picked).length > 0}
      careful
      {...save.dialog}
      submitLabel="Unir"
      pendingLabel="Uniendo"
      actions={
        <Button variant="default" onClick={onBack}>
          Elegir a otro
        </Button>
      }
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault()
        save.submit({ take, confirm: digest })
      }}
    >
      <Stack gap="0.75rem">
        <SimpleGrid
          cols={2}
          spacing="xs"
          pos="sticky"
          top={0}
          pb="xs"
          bg="var(--mantine-color-body)"
          style={{ zIndex: 1, borderBottom: '1px solid var(--mantine-color-default-border)' }}
          aria-hidden
        >
          {sides.map((side) => (
            <Text key={side} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {side === 'kept' ? 'Esta ficha' : 'La otra'}
              <Text span inherit display="block" fw={700} c="var(--mantine-color-text)">
                {compared.data[side].name}
              </Text>
            </Text>
          ))}
        </SimpleGrid>
        {fields.map((field) => (
          <FieldChoice
            key={field}
            field={field}
            both={{ kept, gone }}
            side={chosen[field] ?? 'kept'}
            onChoose={(side) => setPicked({ ...picked, [field]: side })}
          />
        ))}
      </Stack>
      <Consequences compared={compared.data} chosen={chosen} />
    </FormDialog>
  )
}

function Consequences({ compared, chosen }: { compared: CallAnswer<'clients.compare'>; chosen: Chosen }) {
  const { kept, gone, moves, overlap, drops_biometrics } = compared
  const number = numberWarning(kept, gone, chosen.id_zkteco ?? 'kept')
  return (
    <>
      {overlap.length > 0 && (
        <Alert color="yellow">
          Los dos tienen pagado {formatPaidPeriods(overlap)}: esos días quedan pagados dos veces.
        </Alert>
      )}
      {number && <Alert color="yellow">{number}</Alert>}
      {drops_biometrics && (
        <Alert color="yellow">
          Las huellas y el rostro que se guardan de la otra ficha se borran, y no vuelven si se deshace.
        </Alert>
      )}
      {(kept.door_blocked || gone.door_blocked) && (
        <Alert color="yellow">Está bloqueado en la puerta: seguirá bloqueado.</Alert>
      )}
      <Text size="sm">{movesText(moves)}</Text>
      <Text size="sm" c="dimmed">
        La otra ficha desaparece. Durante un día se puede deshacer.
      </Text>
    </>
  )
}

interface FieldChoiceProps {
  field: MergeableField
  both: Record<Side, ClientWithDoorStates>
  side: Side
  onChoose: (side: Side) => void
}

const sides = ['kept', 'gone'] as const

function FieldChoice({ field, both, side, onChoose }: FieldChoiceProps) {
  return (
    <Radio.Group label={fieldLabels[field]} value={side} onChange={onChoose}>
      <SimpleGrid cols={2} spacing="xs">
        {sides.map((each) => (
          <Radio key={each} value={each} label={<FieldValue field={field} client={both[each]} />} />
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

function FieldValue({ field, client }: { field: MergeableField; client: ClientWithDoorStates }) {
  if (field === 'photo_url' && client.photo_url)
    return <Picture src={client.photo_url} alt={`Foto de ${client.name}`} size={48} />
  const text = shownField(field, client)
  return (
    (text && <span style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</span>) || (
      <Text span inherit c="dimmed">
        {field === 'photo_url' ? 'Sin foto' : 'Nada'}
      </Text>
    )
  )
}

function LastMerge({ client }: { client: number }) {
  const last = useEndpoint('clients.last-merge', { params: { id_client: client } }, { staleTime: 0 }).data?.last
  const zone = useGymClock()?.zone
  if (!last || !zone) return null
  return (
    <UndoableActionNotice
      action={`${last.user} unió aquí a ${last.gone.name} el ${formatInstant(zone, last.created_at)}.`}
      title="Deshacer la unión"
      color="teal"
      run={(_, send) => send('clients.undo-merge', { params: { id_merge: last.id } })}
      done="Unión deshecha"
      detail={({ kept, gone }) => `${kept.name} y ${gone.name} vuelven a ser dos clientes.`}
    >
      {last.gone.name} vuelve a ser un cliente, con sus pagos, ventas y visitas de antes. Lo que se registró después se
      queda en esta ficha, y si el número del dispositivo vuelve a {last.gone.name}, tendrá que registrar de nuevo su
      huella o su rostro.
    </UndoableActionNotice>
  )
}

function OtherPicker({ client, onPick }: { client: ClientWithDoorStates; onPick: (id: number) => void }) {
  const today = useGymClock()?.today ?? null
  const [refused, setRefused] = useState<MembershipBuyer | null>(null)
  const query = { ...makeSimilarClientsQuery(client), except: client.id }
  const similar = useEndpoint('clients.similar', { query }, { staleTime: 0 })
  const pick = (other: MembershipBuyer | null) => {
    const unfit = other !== null && (other.id === client.id || isAnonymousClient(other))
    setRefused(unfit ? other : null)
    if (other && !unfit) onPick(other.id)
  }
  return (
    <>
      {similar.data && similar.data.length > 0 && (
        <>
          <Text size="sm">Pueden ser la misma persona:</Text>
          <Stack component="ul" gap={6}>
            {similar.data.map(({ id, name, id_zkteco, photo_url, reason }) => (
              <li key={id}>
                <Button
                  variant="default"
                  fullWidth
                  h="auto"
                  py="xs"
                  justify="start"
                  leftSection={<Picture src={photo_url} alt="" size={36} />}
                  onClick={() => onPick(id)}
                >
                  <Text span inherit ta="start" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
                    {name}
                    <Text span inherit display="block" fz="sm" fw={400} c="dimmed">
                      Tiene {similarityReasonLabels[reason]} · ID {id_zkteco ?? '—'}
                    </Text>
                  </Text>
                </Button>
              </li>
            ))}
          </Stack>
        </>
      )}
      <ClientPicker
        client={refused}
        onChange={pick}
        today={today}
        error={refused !== null && 'Elige a otro cliente'}
        autoFocus
      />
    </>
  )
}

type Side = 'kept' | 'gone'
type Chosen = Partial<Record<MergeableField, Side>>

const fieldLabels: Record<MergeableField, string> = {
  name: 'Nombre',
  id_zkteco: 'Número en el dispositivo',
  card_number: 'Número de tarjeta',
  phone_number: 'Teléfono',
  email: 'Correo',
  birth_date: 'Fecha de nacimiento',
  address: 'Dirección',
  photo_url: 'Foto',
  social_link: 'Redes sociales',
  notes: 'Notas',
  tax_id: 'RNC o cédula',
  legal_name: 'Razón social',
  is_active: 'Activo',
}

function shownField(field: MergeableField, client: Client): string {
  const value = client[field]
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (field === 'birth_date') return client.birth_date ? formatDate(client.birth_date) : ''
  if (field === 'social_link') return formatSocialLinks(parseSocialLinks(client.social_link))
  // Only gyms with fiscal receipts have the last two fields.
  return value == null ? '' : String(value)
}

const mergeFields = Object.keys(fieldLabels) as MergeableField[] // Object.keys returns string[].

const differing = (kept: Client, gone: Client): MergeableField[] =>
  mergeFields.filter((field) => shownField(field, kept) !== shownField(field, gone))

const atTerminals = ({ door }: ClientWithDoorStates): string[] =>
  door.filter(({ state }) => state !== 'absent').map(({ device }) => device)

/** Proposes which record's value to keep: the remaining record's unless it is empty, and a PIN known to terminals. */
function proposedSide(field: MergeableField, kept: ClientWithDoorStates, gone: ClientWithDoorStates): Side {
  if (field === 'is_active') return kept.is_active ? 'kept' : 'gone'
  if (shownField(field, kept) === '') return 'gone'
  const known = field === 'id_zkteco' && gone.id_zkteco !== null && atTerminals(kept).length === 0
  return known && atTerminals(gone).length > 0 ? 'gone' : 'kept'
}

/** Warns if the merge removes a PIN from terminals that know it; null if it removes none. */
function numberWarning(kept: ClientWithDoorStates, gone: ClientWithDoorStates, side: Side): string | null {
  const [stays, goes] = side === 'kept' ? [kept, gone] : [gone, kept]
  if (goes.id_zkteco === null || stays.id_zkteco === goes.id_zkteco) return null
  const places = atTerminals(goes)
  if (places.length === 0) return null
  const where = new Intl.ListFormat('es').format(places)
  const anew = stays.id_zkteco === null ? '' : ` con el ${stays.id_zkteco}`
  return `El número ${goes.id_zkteco} se quita de ${where}. Quien registró huella o rostro con él tendrá que registrarse de nuevo${anew}.`
}

const someOf = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [formatCountWithNoun(count, one, many)]

function movesText({ payments, sales, visits, messages }: MovedRowCounts): string {
  const parts = [
    ...someOf(payments, 'pago', 'pagos'),
    ...someOf(sales, 'venta', 'ventas'),
    ...someOf(visits, 'visita', 'visitas'),
    ...someOf(messages, 'mensaje', 'mensajes'),
  ]
  if (parts.length === 0) return 'No tiene pagos, ventas ni visitas que pasar.'
  return `Pasan a esta ficha: ${new Intl.ListFormat('es').format(parts)}. Los documentos conservan el nombre con que se hicieron.`
}
