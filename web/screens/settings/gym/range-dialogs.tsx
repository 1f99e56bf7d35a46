import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import {
  formatReceiptNumber,
  getLatestRangeExpiry,
  type ReceiptTypeCode,
  receiptTypes,
} from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { type FiscalRange, NewFiscalRange } from '@torniquete/contract/fiscal/fiscal.ts'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { now } from '../../../api/server-clock.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import {
  dgiiEnvironmentLabels,
  formatReceiptType,
  listMissingReceiptTypes,
  listUsableRanges,
  type ReceiptSeries,
} from '../../../features/fiscal/range-texts.ts'
import { useFiscalSettings, useReceiptSeries } from '../../../features/fiscal/use-fiscal-country.ts'
import { useActionForm, validateRequiredText } from '../../../forms/use-action-form.tsx'
import { makeValidator, useRecordForm } from '../../../forms/use-record-form.tsx'
import { DayField } from '../../../kit/DayField.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogPathId } from '../../../navigation/open-dialog.ts'
import { screens } from '../../../navigation/screens.ts'
import { useGymClock } from '../../../session/gym-clock.ts'

const paperTypes: readonly ReceiptTypeCode[] = ['B02', 'B01', 'B04']
const electronicTypes: readonly ReceiptTypeCode[] = ['E32', 'E31', 'E34']
// The cast is needed because Object.keys loses the key types.
const otherTypes = (Object.keys(receiptTypes) as ReceiptTypeCode[]).filter(
  (type) => ![...paperTypes, ...electronicTypes].includes(type),
)
const toChoices = (types: readonly ReceiptTypeCode[]) =>
  types.map((type) => ({ value: type, label: `${type} ${receiptTypes[type].name}` }))

const typeChoices = [
  { group: 'Para vender en papel', items: toChoices(paperTypes) },
  { group: 'Para vender con comprobantes electrónicos', items: toChoices(electronicTypes) },
  { group: 'Otros', items: toChoices(otherTypes) },
]

interface RangeValues {
  type: ReceiptTypeCode
  from: string
  to: string
  expires_on: string | null
  authorization: string
}

/** Types that do not expire send no date. */
const toBody = ({ expires_on, ...values }: RangeValues) => ({
  ...values,
  ...(receiptTypes[values.type].expires && { expires_on }),
})

const overlapText = formatError('fiscal.range-overlap')

export const NewElectronicRange = () => <NewRange series="E" />

export function NewRange({ series: wanted }: { series?: ReceiptSeries }) {
  const today = useGymClock()?.today ?? toLocalDay('UTC', now())
  const settings = useFiscalSettings()
  const ranges = listUsableRanges(useEndpoint('fiscal.ranges', {}).data ?? [], settings?.environment)
  const current = useReceiptSeries()
  const series = wanted ?? current
  const { form, field, dialog } = useRecordForm({
    stored: null,
    toValues: (): RangeValues => ({
      type: listMissingReceiptTypes(ranges, series, ['active', 'queued'])[0] ?? (series === 'E' ? 'E32' : 'B02'),
      from: '',
      to: '',
      expires_on: getLatestRangeExpiry('B01', today),
      authorization: '',
    }),
    toBody,
    validate: makeValidator(NewFiscalRange, toBody),
    create: (body, send) => send('fiscal.create-range', { body }),
    created: 'Rango registrado',
    errorsOf: ({ message }) => (message === overlapText ? { from: message } : null),
  })
  // The errors are about numbers of the other type.
  form.watch('type', form.clearErrors)
  const { type } = form.values
  const example = (sequence: number) => formatReceiptNumber({ type, sequence })
  if (settings?.country === 'none') return <Navigate to={screens.settings.path} search={{ tab: 'gym' }} replace />
  return (
    <FormDialog {...dialog} title="Registrar rango" submitLabel="Registrar" size="md">
      <NativeSelect
        data={typeChoices}
        {...field('type', 'Tipo', {
          description:
            type.startsWith('E') &&
            settings?.environment &&
            `Vale solo en el ambiente ${dgiiEnvironmentLabels[settings.environment]}, elegido en Configuración`,
        })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          required
          maxLength={13}
          spellCheck={false}
          placeholder={example(1)}
          {...field('from', 'Primer número')}
        />
        <TextInput
          required
          maxLength={13}
          spellCheck={false}
          placeholder={example(1000)}
          {...field('to', 'Último número')}
        />
      </SimpleGrid>
      {receiptTypes[type].expires ? (
        <DayField
          atOnce
          {...field('expires_on', 'Vence', {
            description: 'Los rangos valen hasta el 31 de diciembre del año siguiente',
          })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Los números de este tipo no vencen.
        </Text>
      )}
      <TextInput
        maxLength={50}
        spellCheck={false}
        {...field('authorization', 'Número de autorización', {
          description: 'El de la respuesta de la DGII; opcional',
        })}
      />
    </FormDialog>
  )
}

export function ConfirmRange() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const list = useEndpoint('fiscal.ranges', {})
  const range = list.data?.find((each) => each.id === id)
  if (range) return <ConfirmRangeForm range={range} />
  const error = list.error ?? (list.data ? new Error('El rango ya no está.') : null)
  return <LoadingDialog title="Confirmar próximo número" size="md" query={{ ...list, error }} onClose={close} />
}

function ConfirmRangeForm({ range }: { range: FiscalRange }) {
  const { field, dialog } = useActionForm({
    values: { next: range.next },
    validate: ({ next }) => ({ next: validateRequiredText(next) }),
    run: (body, send) => send('fiscal.confirm-range', { params: { id: range.id }, body }),
    done: 'Próximo número confirmado',
  })
  return (
    <FormDialog {...dialog} title="Confirmar próximo número" submitLabel="Confirmar" size="md">
      <Text size="sm">
        Se restauró una copia de seguridad. Mira el último comprobante impreso de {formatReceiptType(range.type)}: si su
        número es mayor que los de la copia, escribe aquí el que le sigue. Así ninguno sale dos veces.
      </Text>
      <TextInput
        required
        maxLength={13}
        spellCheck={false}
        {...field('next', 'Próximo número', { description: `El rango va de ${range.from} a ${range.to}` })}
      />
    </FormDialog>
  )
}
