import { Alert, Button, Text } from '@mantine/core'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import type { MergeField } from '@torniquete/contract/members/client-merge.ts'
import type { ClientCard } from '@torniquete/contract/members/clients.ts'
import { showPeriods } from '@torniquete/contract/members/paid-time.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useSave } from '../../../forms/use-save.ts'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogId } from '../../../navigation/opening.ts'
import { FieldChoices } from './FieldChoices.tsx'
import { LastMerge } from './LastMerge.tsx'
import { type Chosen, differing, movesText, numberWarning, proposedSide } from './merge-words.ts'
import { OtherPicker } from './OtherPicker.tsx'

const title = 'Unir con otro cliente'

/** Merges two clients: choose the other one, then the value of each field. */
export function MergeDialog() {
  const id = useDialogId()
  const close = useCloseDialog()
  const client = useEndpoint('clients.read', { params: { id_client: id } })
  const [other, setOther] = useState<number | null>(null)
  if (!client.data) return <LoadingDialog title={title} query={client} onClose={close} />
  if (other !== null) return <Compare key={other} id={id} other={other} onBack={() => setOther(null)} />
  return <Choose client={client.data} onPick={setOther} />
}

function Choose({ client, onPick }: { client: ClientCard; onPick: (id: number) => void }) {
  return (
    <FormDialog
      title={title}
      dirty={false}
      careful
      pending={false}
      disabled
      submitLabel="Unir"
      onClose={useCloseDialog()}
      onSubmit={(event) => event.preventDefault()}
    >
      <Text size="sm" c="dimmed">
        Si {client.name} está dos veces, elige aquí la otra ficha. Nada cambia hasta que lo confirmes.
      </Text>
      <LastMerge client={client.id} />
      <OtherPicker client={client} onPick={onPick} />
    </FormDialog>
  )
}

function Compare({ id, other, onBack }: { id: number; other: number; onBack: () => void }) {
  const params = { id_client: id, id_other: other }
  const compared = useEndpoint('clients.compare', { params }, { staleTime: 0 })
  const close = useCloseDialog()
  const [picked, setPicked] = useState<Chosen>({})
  const save = useSave({
    run: ({ take, confirm }: { take: MergeField[]; confirm: string }, send) =>
      send('clients.merge', { params, body: { take, confirm } }),
    done: 'Clientes unidos',
    detail: 'Hasta mañana se puede deshacer desde «Unir con otro cliente».',
    onSaved: close,
    // Reloads the comparison, so that it shows recent changes.
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
      <FieldChoices
        kept={kept}
        gone={gone}
        fields={fields}
        chosen={chosen}
        onChoose={(field, side) => setPicked({ ...picked, [field]: side })}
      />
      <Consequences compared={compared.data} chosen={chosen} />
    </FormDialog>
  )
}

function Consequences({ compared, chosen }: { compared: Answer<'clients.compare'>; chosen: Chosen }) {
  const { kept, gone, moves, overlap, drops_biometrics } = compared
  const number = numberWarning(kept, gone, chosen.id_zkteco ?? 'kept')
  return (
    <>
      {overlap.length > 0 && (
        <Alert color="yellow">Los dos tienen pagado {showPeriods(overlap)}: esos días quedan pagados dos veces.</Alert>
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
