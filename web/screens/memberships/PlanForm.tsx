import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { listPanelDoorNames } from '@torniquete/contract/door/device-doors.ts'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { defaultTaxClasses } from '@torniquete/contract/fiscal/tax.ts'
import {
  checkPlanChange,
  NewPlan,
  NewPlanTerms,
  type PlanAccess,
  type PlanTerms,
  type PlanWithAccess,
} from '@torniquete/contract/members/memberships.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { CallFunction } from '../../api/call.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { formatTaxClass, TaxClassSelect } from '../../features/fiscal/TaxClassSelect.tsx'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { makeValidator, type RecordForm, type StoredRow, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField, WholeNumberField } from '../../kit/ParsedField.tsx'

interface AccessValues {
  schedule: string
  where: 'all' | 'some'
  /** Doors of the plan: `3` is the terminal with id 3, `3:1` only door 1 of a panel with several doors. */
  doors: string[]
}

const accessValues = (access: PlanAccess | null): AccessValues => ({
  schedule: String(access?.id_schedule ?? ''),
  where: access?.doors ? 'some' : 'all',
  doors: (access?.doors ?? []).flatMap(({ id_device, doors }) =>
    doors === null ? [String(id_device)] : doors.map((door) => `${id_device}:${door}`),
  ),
})

function doorsOf(chosen: readonly string[]): NonNullable<PlanAccess['doors']> {
  const whole = chosen.filter((key) => !key.includes(':')).map(Number)
  const single = chosen
    .flatMap((key) => (key.includes(':') ? [key.split(':').map(Number)] : []))
    .filter(([id]) => !whole.includes(id ?? 0))
  const panels = [...new Set(single.map(([id = 0]) => id))]
  return [
    ...whole.map((id_device) => ({ id_device, doors: null })),
    ...panels.map((id_device) => ({
      id_device,
      doors: single.flatMap(([id, door = 0]) => (id === id_device ? [door] : [])).sort((one, other) => one - other),
    })),
  ].sort((one, other) => one.id_device - other.id_device)
}

const accessBody = ({ schedule, where, doors }: AccessValues): PlanAccess => ({
  id_schedule: schedule === '' ? null : Number(schedule),
  doors: where === 'all' ? null : doorsOf(doors),
})

const exemptHint = 'Según la DGII los gimnasios están exentos; confírmalo con tu contador'

const noDoors = 'Elige al menos una puerta'

type GrantingPlan = PlanWithAccess & PlanTerms

const toValues = (plan: GrantingPlan | null) => ({
  ...accessValues(plan),
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  // A number field stays text in the form, so that the schema can reject invalid input.
  duration_days: String(plan?.duration_days ?? ''),
  price: plan?.price ?? '',
  tax_class: plan?.tax_class ?? defaultTaxClasses.plan,
  ...termsValues(plan),
})

type PlanValues = ReturnType<typeof toValues>

/** `max_access` is always 0, the only value that the schema allows. */
const toBody = ({ name, description, duration_days, price, tax_class, ...more }: PlanValues, country: Country) => ({
  name,
  description,
  duration_days,
  price,
  max_access: 0 as const,
  ...(country !== 'none' && { tax_class }),
  pause_days: more.pause_days,
  pause_times: more.pause_times,
  visits: more.visits,
  each_pass: more.each_pass,
  ...accessBody(more),
})
const validatePlan = makeValidator(NewPlan.extend(NewPlanTerms.shape), (values: PlanValues) => toBody(values, 'DO'))
const validate = (values: PlanValues) => ({
  ...validatePlan(values),
  ...(values.where === 'some' && values.doors.length === 0 && { doors: noDoors }),
})

type PlanBody = ReturnType<typeof toBody>

function apart<Some extends Partial<PlanBody>>(sent: Some) {
  const { pause_days, pause_times, visits, each_pass, ...body } = sent
  const terms = Object.entries({ pause_days, pause_times, visits, each_pass }).filter(
    ([, value]) => value !== undefined,
  )
  return { body, terms: Object.fromEntries(terms) as Partial<TermsValues> }
}

async function create(all: PlanBody, send: CallFunction) {
  const { body, terms } = apart(all)
  const plan = await send('memberships.create', { body })
  const granted = changedTerms(null, terms)
  if (granted) await send('memberships.set-terms', { params: { id_membership: plan.id }, body: granted })
  return plan
}

/** The plan is saved before its terms, because only its save fails if another user has changed it. */
async function update(row: GrantingPlan, changes: Partial<PlanBody>, ifMatch: string | null, send: CallFunction) {
  const params = { id_membership: row.id }
  const { body, terms } = apart(changes)
  const plan = Object.keys(body).length > 0 ? await send('memberships.update', { params, body, ifMatch }) : row
  const granted = changedTerms(row, terms)
  if (granted) await send('memberships.set-terms', { params, body: granted })
  return plan
}

export function PlanForm({ stored }: { stored: StoredRow<GrantingPlan> | null }) {
  const country = useFiscalCountry()
  const { form, field, dialog } = useRecordForm({
    stored,
    toValues,
    toBody: (values: PlanValues) => toBody(values, country),
    numbers: ['duration_days', 'pause_days', 'pause_times', 'visits'],
    validate,
    create,
    update,
    created: 'Plan de Membresía creado con éxito.',
    updated: 'Plan de Membresía editado con éxito.',
  })
  // Tests whether name and duration may change; the empty name stands for any other name.
  const lock = stored && checkPlanChange(stored.row, { name: '' })
  return (
    <FormDialog {...dialog} entity="Plan de Membresía" size="md">
      <TextInput
        required
        maxLength={255}
        disabled={lock !== null}
        {...field('name', 'Nombre', { description: lock && formatError(lock) })}
      />
      <Textarea maxLength={255} {...field('description', 'Descripción')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          required
          min={1}
          max={36_500}
          disabled={lock !== null}
          {...field('duration_days', 'Duración (días)')}
        />
        <MoneyField required {...field('price', 'Precio', { show: formatMoney })} />
      </SimpleGrid>
      {country !== 'none' && (
        <TaxClassSelect {...field('tax_class', 'ITBIS', { show: formatTaxClass, description: exemptHint })} />
      )}
      <TermsFields field={field} values={form.getValues()} daily={lock !== null} />
      <AccessFields field={field} values={form.getValues()} />
    </FormDialog>
  )
}

const termsValues = (terms: PlanTerms | null) => ({
  pause_days: String(terms?.pause_days ?? 0),
  pause_times: String(terms?.pause_times ?? ''),
  visits: String(terms?.visits ?? ''),
  each_pass: terms?.each_pass ?? false,
})
type TermsValues = ReturnType<typeof termsValues>

/** Returns all terms if one of them changed, otherwise null. */
function changedTerms(stored: PlanTerms | null, sent: Partial<TermsValues>): TermsValues | null {
  const terms = { ...termsValues(stored), ...sent }
  return JSON.stringify(terms) === JSON.stringify(termsValues(stored)) ? null : terms
}

interface TermsFieldsProps {
  field: RecordForm<TermsValues>['field']
  values: TermsValues
  daily: boolean
}

function TermsFields({ field, values, daily }: TermsFieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          min={0}
          max={365}
          {...field('pause_days', 'Días de pausa al año', { description: '0: no se puede pausar' })}
        />
        <WholeNumberField
          min={1}
          max={365}
          {...field('pause_times', 'Pausas al año', { description: 'Vacío: sin límite' })}
        />
      </SimpleGrid>
      {!daily && (
        <WholeNumberField
          min={1}
          max={1000}
          {...field('visits', 'Visitas', { description: 'Vacío: sin límite. Vale para lo que se venda desde ahora' })}
        />
      )}
      {values.visits !== '' && (
        <Checkbox {...field('each_pass', 'Cada pase cuenta, también el mismo día', { type: 'checkbox' })} />
      )}
    </>
  )
}

type DoorOf = Pick<Device, 'id' | 'name'> & Pick<DeviceStatus, 'doors' | 'door_names' | 'dialect' | 'hours'>

/** Doors that a plan can open; terminals used only as exits are left out. */
function useEntrances(): DoorOf[] {
  const devices = useEndpoint('devices.list', {}).data ?? []
  const statuses = useEndpoint('devices.status', {}).data ?? []
  return devices.flatMap(({ id, name }) => {
    const status = statuses.find((each) => each.id === id)
    return status && status.direction !== 'exit' && !status.leaving ? [{ ...status, id, name }] : []
  })
}

function AccessFields({ field, values }: { field: RecordForm<AccessValues>['field']; values: AccessValues }) {
  const schedules = useEndpoint('memberships.schedules', {}).data ?? []
  const entrances = useEntrances()
  const hours = [
    { value: '', label: 'A cualquier hora' },
    ...schedules.map(({ id, name, shown }) => ({ value: String(id), label: `${name} (${shown})` })),
  ]
  const hasChoice = entrances.length > 1 || entrances.some(({ doors }) => doors > 1) || values.where === 'some'
  return (
    <>
      <NativeSelect
        data={hours}
        {...field('schedule', 'Horario', {
          show: (id) => hours.find(({ value }) => value === id)?.label ?? '',
          description: hoursHint(values.schedule !== '', schedules.length > 0, entrances),
        })}
      />
      {hasChoice && (
        <NativeSelect
          data={[
            { value: 'all', label: 'Todas' },
            { value: 'some', label: 'Solo algunas' },
          ]}
          {...field('where', 'Puertas', { show: (where) => (where === 'all' ? 'Todas' : 'Solo algunas') })}
        />
      )}
      {values.where === 'some' && (
        <Checkbox.Group {...field('doors', 'Puertas que abre', { description: 'Por las salidas sale quien entró' })}>
          <Stack gap="sm" mt="xs">
            {entrances.map((entrance) => (
              <DoorChoices key={entrance.id} {...entrance} isWhole={values.doors.includes(String(entrance.id))} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}

function DoorChoices({ id, name, isWhole, ...device }: DoorOf & { isWhole: boolean }) {
  const doors = listPanelDoorNames(device)
  return (
    <>
      <Checkbox value={String(id)} label={doors.length > 0 ? `${name}: todas sus puertas` : name} />
      {!isWhole && doors.map((door, at) => <Checkbox key={door} ml="xl" value={`${id}:${at + 1}`} label={door} />)}
    </>
  )
}

function hoursHint(isLimited: boolean, hasSchedules: boolean, entrances: readonly DoorOf[]): string {
  if (!hasSchedules) return 'Crea horarios, como «Turno mañana», con el botón «Horarios» de esta pantalla'
  if (!isLimited) return ''
  const without = entrances
    .filter(({ dialect, hours }) => dialect === 'attendance' || hours === 'ignored')
    .map(({ name }) => name)
  if (without.length === 0) return 'Vale también para quien ya compró el plan'
  const who = without.join(', ')
  return `${who} no ${without.length === 1 ? 'sabe' : 'saben'} de horarios: ${without.length === 1 ? 'deja' : 'dejan'} entrar a cualquier hora, y en la entrada se avisa de quien pasa fuera de la suya`
}
