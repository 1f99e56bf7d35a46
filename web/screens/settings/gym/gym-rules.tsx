import { Checkbox, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { attendanceRetentionChoices, type GymInfo, isShorterRetention } from '@torniquete/contract/admin/gym-info.ts'
import { assumedStayMinutes, type OccupancySettings } from '@torniquete/contract/members/people-inside.ts'
import { addYears, formatDate, formatYearCount, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { DebtRules as Rules } from '@torniquete/contract/till/debts.ts'
import type { DiscountLimits as Limits } from '@torniquete/contract/till/discounts.ts'
import { type FormEvent, useRef, useState } from 'react'
import { now } from '../../../api/server-clock.ts'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { type StoredRow, usePageForm } from '../../../forms/use-record-form.tsx'
import { useStoredRow, useStoredSettingsRow } from '../../../forms/use-stored-row.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { SpinnerOrLoadError } from '../../../kit/LoadError.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { MoneyField, PercentField, WholeNumberField } from '../../../kit/ParsedField.tsx'

export function PeopleInsideSettings({ zone }: { zone: string }) {
  const { stored, query } = useStoredSettingsRow('inside.settings')
  return stored ? <InsideSettingsForm stored={stored} zone={zone} /> : <SpinnerOrLoadError queries={[query]} />
}

function InsideSettingsForm({ stored, zone }: { stored: StoredRow<OccupancySettings>; zone: string }) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues: ({ capacity, tells, hours, closes_at }) => ({
      capacity: String(capacity ?? ''),
      tells,
      hours: String(hours),
      closes_at: closes_at ?? '',
    }),
    numbers: ['capacity', 'hours'],
    update: (_, body, __, send) => send('inside.update-settings', { body }),
    updated: 'Aforo guardado',
  })
  return (
    <PageForm {...dialog} title="Aforo y salidas" submitLabel="Guardar" ready={dialog.dirty}>
      <WholeNumberField
        min={1}
        max={100_000}
        {...field('capacity', 'Aforo', {
          description: 'Cuántas personas pueden estar dentro a la vez; vacío: sin límite',
        })}
      />
      {form.values.capacity !== '' && (
        <Checkbox {...field('tells', 'Avisar cuando se supera el aforo', { type: 'checkbox' })} />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          required
          min={1}
          max={24}
          {...field('hours', 'Horas para dar por hecha la salida', {
            description: `Sin salida registrada. Donde ningún dispositivo cuenta salidas son ${assumedStayMinutes} minutos`,
          })}
        />
        <TextInput
          type="time"
          {...field('closes_at', 'Hora de cierre', {
            description: `En la hora del gimnasio (${zone}); a esa hora se supone que salieron todos`,
          })}
        />
      </SimpleGrid>
    </PageForm>
  )
}

export function DiscountLimitsSettings() {
  const { stored, query } = useStoredSettingsRow('discounts.limits')
  return stored ? <DiscountLimitsForm stored={stored} /> : <SpinnerOrLoadError queries={[query]} />
}

function DiscountLimitsForm({ stored }: { stored: StoredRow<Limits> }) {
  const { field, dialog } = usePageForm({
    stored,
    toValues: ({ gym_admin, gym_worker }) => ({ gym_admin: String(gym_admin), gym_worker: String(gym_worker) }),
    update: (_, body, __, send) => send('discounts.set-limits', { body }),
    updated: 'Descuentos guardados',
  })
  return (
    <PageForm {...dialog} title="Descuentos" submitLabel="Guardar" ready={dialog.dirty}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <PercentField
          required
          {...field('gym_worker', 'Trabajadores, hasta', {
            description: 'De cada producto de una venta; 0: ningún descuento',
          })}
        />
        <PercentField
          required
          {...field('gym_admin', 'Administradores, hasta', { description: 'El Super Administrador no tiene límite' })}
        />
      </SimpleGrid>
    </PageForm>
  )
}

export function DebtRulesSettings() {
  const { stored, query } = useStoredRow('debts.rules', {})
  return stored ? <DebtRulesForm stored={stored} /> : <SpinnerOrLoadError queries={[query]} />
}

function DebtRulesForm({ stored }: { stored: StoredRow<Rules> }) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues: ({ is_on, gym_admin, gym_worker, bars_after }) => ({
      is_on,
      gym_worker: gym_worker ?? '',
      gym_admin: gym_admin ?? '',
      bars_after: String(bars_after ?? ''),
    }),
    update: (_, body, ifMatch, send) => send('debts.set-rules', { body, ifMatch }),
    updated: 'Deudas guardadas',
  })
  return (
    <PageForm {...dialog} title="Deudas" submitLabel="Guardar" ready={dialog.dirty}>
      <Checkbox
        {...field('is_on', 'Se puede dejar a deber', {
          type: 'checkbox',
          description: 'Una venta o membresía se paga en parte, y lo demás queda en la ficha del cliente',
        })}
      />
      {form.values.is_on && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <MoneyField
              {...field('gym_worker', 'Límite si vende un trabajador', {
                description: 'Lo que un cliente llega a deber; 0: nada, vacío: sin límite',
              })}
            />
            <MoneyField
              {...field('gym_admin', 'Límite si vende un administrador', {
                description: 'El Super Administrador no tiene límite',
              })}
            />
          </SimpleGrid>
          <WholeNumberField
            min={0}
            max={365}
            {...field('bars_after', 'Días de plazo antes de cerrarle la puerta', {
              description: 'Desde el día de su deuda más antigua; vacío: siempre abre',
            })}
          />
        </>
      )}
      <HelpLink page="deudas" apart>
        Cómo se deja a deber y se cobra
      </HelpLink>
    </PageForm>
  )
}

type Years = GymInfo['keep_attendances_years']

const forEver = { value: 'forever', label: 'Para siempre' }
const choices = [
  forEver,
  ...attendanceRetentionChoices.map((years) => ({ value: String(years), label: formatYearCount(years) })),
]
const labelOf = (value: string) => (value === forEver.value ? forEver.label : formatYearCount(Number(value)))

const toValues = ({ keep_attendances_years: years }: GymInfo) => ({
  keep_attendances_years: years === null ? forEver.value : String(years),
})
/** Converts a choice to years, also a number that only a newer server offers. */
const yearsOf = (value: string): Years => (value === forEver.value ? null : (Number(value) as Years))
const toBody = (values: ReturnType<typeof toValues>) => ({
  keep_attendances_years: yearsOf(values.keep_attendances_years),
})

/** Retention of attendances. It is saved separately, because a shorter retention deletes data after a confirmation. */
export function AttendanceRetentionSettings({ stored }: { stored: StoredRow<GymInfo> }) {
  const shown = stored.row.keep_attendances_years
  /** Retention shown when the user pressed save: the server refuses the save if it has changed since. */
  const before = useRef(shown)
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    toBody,
    update: (_, body, _tag, send) => send('gym-info.update', { body: { ...body, kept_before: before.current } }),
    updated: 'Plazo de las asistencias guardado',
  })
  const [asking, setAsking] = useState<FormEvent<HTMLFormElement> | null>(null)
  const years = yearsOf(form.values.keep_attendances_years)
  return (
    <>
      <PageForm
        {...dialog}
        title="Historial de visitas"
        submitLabel="Guardar"
        ready={dialog.dirty}
        onSubmit={(event) => {
          before.current = shown
          return isShorterRetention(shown, years) ? setAsking(event) : dialog.onSubmit(event)
        }}
      >
        <NativeSelect
          data={shown === null || attendanceRetentionChoices.includes(shown) ? choices : [...choices, String(shown)]}
          maw={{ xs: 320 }}
          {...field('keep_attendances_years', 'Conservarlo', { show: labelOf })}
        />
        {years === null ? (
          <Text size="sm" c="dimmed">
            No se borra nada. Elige un plazo solo si una ley o el gimnasio piden que no se sepa más tiempo quién vino.
          </Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              Cuando una asistencia cumple {formatYearCount(years)}, pasa a «Cliente Anónimo»: queda la hora y se borran
              quién entró, con qué membresía y su número en el dispositivo. De las aperturas a mano se borran el motivo
              y la venta.
            </Text>
            <Text size="sm" c="dimmed">
              Los informes de esos días siguen diciendo lo mismo. Las ventas y los pagos conservan su cliente. Las
              copias de seguridad ya hechas y la memoria de los dispositivos no cambian.
            </Text>
            <Text size="sm" c="var(--tone-warn)">
              Lo borrado no se puede recuperar, tampoco si después eliges más tiempo.
            </Text>
          </>
        )}
      </PageForm>
      {asking && years !== null && (
        <ConfirmDialog
          title="Conservar menos tiempo"
          confirmLabel="Borrar los nombres"
          onConfirm={() => {
            setAsking(null)
            dialog.onSubmit(asking)
          }}
          onCancel={() => setAsking(null)}
        >
          Las asistencias anteriores al {formatDate(addYears(toLocalDay(stored.row.timeZone, now()), -years))} quedarán
          sin nombre dentro de la próxima hora y, desde entonces, cada día las que cumplan {formatYearCount(years)}.{' '}
          <strong>No se puede deshacer.</strong>
        </ConfirmDialog>
      )}
    </>
  )
}
