// Question before users are sent to a terminal whose stored users cannot be read: a finger enrolled there would open
// the door as the client with the same PIN.
import { Button, Stack, Text } from '@mantine/core'
import type { Device } from '@torniquete/contract/door/devices.ts'
import type { GeneratedPinChoice, GeneratedPinSummary } from '@torniquete/contract/door/generated-pin-choice.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useSave } from '../../../forms/use-save.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { SpinnerOrLoadError } from '../../../kit/LoadError.tsx'

interface UnreadQuestionProps {
  device: Device
  onEmpty: () => void
  onClose: () => void
}

function stakeText({ count, first }: GeneratedPinSummary): string {
  const named = first.map(({ id_zkteco, name }) => `${id_zkteco} ${name}`).join(', ')
  const others = count > first.length ? ` y ${formatNumber(count - first.length)} más` : ''
  return `${formatCountWithNoun(count, 'cliente tiene un número que dio el sistema', 'clientes tienen un número que dio el sistema')}: ${named}${others}. Si en el dispositivo hay una huella con uno de esos números, abriría como ese cliente, y sus pasos se anotarían a su nombre.`
}

export function FillWithoutCensusDialog({ device, onEmpty, onClose }: UnreadQuestionProps) {
  const stake = useEndpoint('devices.numbers', { params: { id_device: device.id } }, { staleTime: 0 })
  const { submit, pending } = useCensusDecision(device.id, onClose)
  const skip = (numbers: 'move' | 'keep') => () => !pending && submit({ act: 'skip', numbers })
  const { data } = stake
  const kept = data?.held_elsewhere ?? 0
  return (
    <Dialog onClose={onClose} title="Continuar sin leer" size="md">
      {!data && <SpinnerOrLoadError queries={[stake]} />}
      {data && (
        <Stack gap="sm">
          <Text size="sm">
            {device.name} no ha enviado su lista de personas.{' '}
            {data.count > 0 ? stakeText(data) : 'Ningún cliente tiene todavía un número que dio el sistema.'}
          </Text>
          <Button variant="light" color="red" onClick={onEmpty}>
            Vaciarlo: se borran todos, con sus huellas…
          </Button>
          <Button data-autofocus onClick={skip('move')}>
            Dar números por encima del {formatNumber(data.above)}
          </Button>
          <Text size="sm" c="dimmed">
            Nadie que ya esté en el dispositivo abre como otro.
            {kept > 0 &&
              ` ${formatCountWithNoun(kept, 'cliente conserva', 'clientes conservan')} su número, porque otro dispositivo ya lo tiene.`}
          </Text>
          <Button variant="default" onClick={skip('keep')}>
            Dejar los números: quien los tenga allí es ese cliente
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}

/** `numbers`: whether generated PINs change if users are sent to a terminal whose users were not read. */
export interface CensusDecision {
  act: 'ask' | 'skip' | 'empty'
  numbers?: GeneratedPinChoice
}

const told: Record<CensusDecision['act'], string> = {
  ask: 'Se lee otra vez su lista de personas',
  skip: 'El dispositivo recibe a todos sin haberlo leído',
  empty: 'El dispositivo se vacía y recibe a todos de nuevo',
}

export const useCensusDecision = (id: number, onDone?: () => void) =>
  useSave({
    run: (body: CensusDecision, send) => send('devices.census', { params: { id_device: id }, body }),
    done: (_, { act }) => told[act],
    onSaved: () => onDone?.(),
  })
